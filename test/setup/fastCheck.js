/** All random tests draw the same on every machine. The weekly workflow sets another SEED. */
const fastCheck = require('../../node_modules/fast-check/lib/cjs/fast-check');

fastCheck.configureGlobal({ seed: Number(process.env.SEED ?? 5) });
module.exports = fastCheck;
