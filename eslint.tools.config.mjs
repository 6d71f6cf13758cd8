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
const SPEAKS_WITH_N8N = ['callback/waitForCallback', 'report/nodeError', 'shared/yielding'];

const NODE = 'nodes/TriggerFlow';

for (const entry of readdirSync(NODE, { withFileTypes: true })) {
	const isSlice = SLICES.includes(entry.name);
	if (entry.isDirectory() && !isSlice)
		throw new Error(`Say in SLICES what ${entry.name} builds on.`);
}

const NO_N8N = { group: ['n8n-*'], allowTypeImports: true, message: 'Keep n8n at the edge.' };

const restricted = (files, patterns) => ({
	files,
	rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
});

const sliceRules = SLICES.flatMap((slice, level) => {
	const above = [
		{ group: ['../execute', '../description'], message: 'The steps stand above the slices.' },
		...SLICES.slice(level + 1).map((other) => ({
			group: [`../${other}/*`],
			message: `"${slice}" is below this slice: see SLICES in eslint.tools.config.mjs.`,
		})),
	];
	const edge = SPEAKS_WITH_N8N.filter((file) => file.startsWith(`${slice}/`));
	return [
		restricted([`${NODE}/${slice}/**/*.ts`], [NO_N8N, ...above]),
		...(edge.length > 0
			? [
					restricted(
						edge.map((file) => `${NODE}/${file}.ts`),
						above,
					),
				]
			: []),
	];
});

const sendRules = restricted(
	[`${NODE}/send/**/*.ts`],
	[
		{ group: ['n8n-*'], message: 'send/ knows no n8n.' },
		{ group: ['../execute', '../description', '../prepare/*'], message: 'Above.' },
	],
);

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
	{ files: ['**/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
