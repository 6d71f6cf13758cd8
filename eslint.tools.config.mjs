import { readdirSync } from 'node:fs';

import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** The folders of the rules, from the ground up: each knows only what stands before it. */
const LAYERS = [
	'errors',
	'secrets',
	'context',
	'options',
	'request',
	'answer',
	'outcome',
	'curl',
	'credential',
	'form',
	'starts',
	'callback',
];

for (const folder of readdirSync('nodes/TriggerFlow/rules')) {
	if (!LAYERS.includes(folder)) throw new Error(`Say in LAYERS what rules/${folder} builds on.`);
}

const layerRules = LAYERS.map((folder, level) => ({
	files: [`nodes/TriggerFlow/rules/${folder}/**/*.ts`],
	rules: {
		'no-restricted-imports': [
			'error',
			{
				patterns: [
					{
						group: ['n8n-*', '../../*'],
						message: 'The rules import nothing of n8n, and nothing above them.',
					},
					{
						group: LAYERS.slice(level + 1).map((above) => `../${above}/*`),
						message: `The folders of the rules build on each other: "${folder}" is below this one.`,
					},
				].filter(({ group }) => group.length > 0),
			},
		],
	},
}));

/** What sends keeps state, and is no rule; but it knows as little of n8n. */
const sendingRules = {
	files: ['nodes/TriggerFlow/sending/**/*.ts'],
	rules: {
		'no-restricted-imports': [
			'error',
			{
				patterns: [
					{ group: ['n8n-*', '../n8n/*', '../parameters/*'], message: 'Keep n8n at the edge.' },
				],
			},
		],
	},
};

/** What a person fills in is shown by n8n, and knows nothing of what is done with it. */
const parameterRules = {
	files: ['nodes/TriggerFlow/parameters/**/*.ts'],
	rules: {
		'no-restricted-imports': [
			'error',
			{ patterns: [{ group: ['../n8n/*', '../sending/*'], message: 'These rooms stand above.' }] },
		],
	},
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
	layerRules,
	sendingRules,
	parameterRules,
	{ files: ['**/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
