const { configureGlobal } = require('fast-check');

/** Of each property, in place of fast-check's 100: a mutant meets all tests, and most fail at once or never. */
configureGlobal({ numRuns: 25 });
