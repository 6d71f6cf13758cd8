import { readdirSync } from 'node:fs';

import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** The slices of the node, from the ground up: each knows only those before it, so there is no circle. */
const SLICES = [
	'shared',
	'secrets',
	'tool',
	'options',
	'context',
	'curl',
	'http',
	'outcome',
	'credential',
	'flow',
	'form',
	'request',
	'start',
	'answer',
	'callback',
	'memory',
	'report',
	'send',
	'prepare',
];

/** The files that speak with n8n at run time. All others take nothing but types from it. */
const SPEAKS_WITH_N8N = [
	'answer/outputItems',
	'callback/takeCallback',
	'callback/waitForCallback',
	'report/nodeError',
	'shared/yielding',
	'TriggerFlow.node',
];

const NODE = 'nodes/TriggerFlow';

for (const entry of readdirSync(NODE, { withFileTypes: true })) {
	const isSlice = SLICES.includes(entry.name);
	if (entry.isDirectory() && !isSlice)
		throw new Error(`Say in SLICES what ${entry.name} builds on.`);
}

const restricted = (...patterns) => ({
	'@typescript-eslint/no-restricted-imports': ['error', { patterns }],
});
const NO_N8N = { group: ['n8n-*'], allowTypeImports: true, message: 'Keep n8n at the edge.' };

const sliceRules = SLICES.map((slice, level) => ({
	files: [`${NODE}/${slice}/**/*.ts`],
	rules: restricted(
		NO_N8N,
		{
			group: ['../*.ts', '../execute', '../description'],
			message: 'The steps stand above the slices.',
		},
		...SLICES.slice(level + 1).map((above) => ({
			group: [`../${above}/*`],
			message: `"${slice}" is below this slice: see SLICES in eslint.tools.config.mjs.`,
		})),
	),
}));

const atTheEdge = {
	files: SPEAKS_WITH_N8N.map((file) => `${NODE}/${file}.ts`),
	rules: { '@typescript-eslint/no-restricted-imports': 'off' },
};

const sendRules = {
	files: [`${NODE}/send/**/*.ts`],
	rules: restricted(
		{ group: ['n8n-*'], message: 'send/ knows no n8n.' },
		{ group: ['../prepare/*'], message: 'Above this slice.' },
	),
};

/**
 * For everything that never ships, and for the order of the rules. What ships is under n8n's own
 * strict config.
 */
export default defineConfig(
	{ ignores: ['dist', 'node_modules'] },
	tseslint.configs.strict,
	tseslint.configs.stylistic,
	{
		files: ['**/*.mts'],
		languageOptions: { parserOptions: { project: './tsconfig.tools.json' } },
		rules: {
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/await-thenable': 'error',
		},
	},
	{
		rules: {
			'@typescript-eslint/array-type': ['error', { default: 'array-simple' }],
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ varsIgnorePattern: '^_', argsIgnorePattern: '^_' },
			],
			'@typescript-eslint/no-empty-function': 'off',
		},
	},
	sliceRules,
	sendRules,
	atTheEdge,
	{ files: ['**/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
