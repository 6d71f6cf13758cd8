// By its path, because jest.config.js lets the package's name lead here.
const fastCheck = require('../../node_modules/fast-check/lib/cjs/fast-check');

/** All random tests draw the same on every machine. The weekly workflow sets another SEED. */
fastCheck.configureGlobal({ seed: Number(process.env.SEED ?? 5) });
module.exports = fastCheck;
