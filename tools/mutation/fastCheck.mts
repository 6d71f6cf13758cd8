import fc from 'fast-check';

// The same values for every mutant and in every run. Nobody reads how the test failed, so that the
// search for a smaller example would be time lost.
fc.configureGlobal({ seed: 1, endOnFailure: true });
