/** Everything that never ships is `.mts`: tests, tools, demo. The shipped code is `.ts`. */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.mts'],
	moduleFileExtensions: ['ts', 'mts', 'js', 'mjs', 'json'],
	transform: {
		'\\.m?ts$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
		],
	},
	// Tests run in a context in which each look-up of a global is slow, and the simulation computes a lot.
	sandboxInjectedGlobals: ['Math', 'Infinity'],
	transformIgnorePatterns: ['/node_modules/'],
	moduleNameMapper: {
		'^fast-check$': '<rootDir>/test/setup/fastCheck.js',
		// `npm run test:engine` runs the tests on the engine of another n8n.
		...(process.env.N8N_FOLDER && {
			'^(n8n-core|n8n-workflow|@n8n/di)($|/.*)': `${process.env.N8N_FOLDER}/node_modules/$1$2`,
		}),
	},
	globalSetup: '<rootDir>/test/setup/createUserFolder.js',
	globalTeardown: '<rootDir>/test/setup/removeUserFolder.js',
	// Two cores, and n8n-core takes its time to load.
	maxWorkers: 2,
	testTimeout: 30_000,
};
