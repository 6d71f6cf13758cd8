import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';

import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const NODE = 'nodes/StartFlow';

/** The slices of the node, from the ground up. Each imports only those before it, so there is no circle. */
const SLICES = [
	'shared',
	'n8n',
	'curl',
	'http',
	'outcome',
	'credential',
	'context',
	'form',
	'start',
	'answer',
	'callback',
	'memory',
	'report',
	'send',
	'prepare',
];

/** Parameters that every slice may read. They import only `shared`. */
const ROOT_FILES = [`${NODE}/operation.ts`, `${NODE}/options.ts`];

/** Only these files may use n8n at run time. */
const WITH_N8N_AT_RUN_TIME = [
	`${NODE}/**/*.n8n.ts`,
	`${NODE}/n8n/!(internals).ts`,
	`${NODE}/execute.ts`,
	`${NODE}/StartFlow.node.ts`,
];

/** Only these files may take n8n's object. */
const WITH_N8N = [...WITH_N8N_AT_RUN_TIME, `${NODE}/n8n/internals.ts`];

/** So a pure file does not reach n8n through another file, either. */
const NO_N8N_AT_RUN_TIME = {
	group: ['n8n-*', '**/*.n8n', '**/n8n/*', '!**/n8n/internals', '**/execute', '**/*.node'],
	allowTypeImports: true,
	message: 'A file that uses n8n at run time is called *.n8n.ts.',
};

/** ESLint has no rule for a folder that should not be there. */
const KNOWN_SLICE = {
	create: (context) => ({
		Program(node) {
			const [slice, file] = relative(NODE, context.filename).split(sep);
			if (file === undefined || SLICES.includes(slice)) return;
			const message = `Add "${slice}" to SLICES in eslint.tools.config.mjs, after the slices that it imports.`;
			context.report({ node, message });
		},
	}),
};

/** What a slice must not import. */
const above = (slice, root = '../') => [
	{
		group: ['../execute', '../*.node'],
		message: 'Slices stand below it.',
	},
	...SLICES.slice(SLICES.indexOf(slice) + 1).map((other) => ({
		group: [`${root}${other}/*`],
		message: `"${slice}" stands below "${other}": see SLICES in eslint.tools.config.mjs.`,
	})),
];

const restrictImports = (files, ignores, patterns) => ({
	files,
	ignores,
	rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
});

const sliceRules = SLICES.flatMap((slice) => [
	restrictImports([`${NODE}/${slice}/**/*.ts`], [], above(slice)),
	restrictImports([`${NODE}/${slice}/**/*.ts`], WITH_N8N_AT_RUN_TIME, [
		NO_N8N_AT_RUN_TIME,
		...above(slice),
	]),
]);

/** How code gets at what n8n does not promise: a cast of its object, an object derived from it, a private name. */
const PRIVATE_TOUCHES = [
	"TSAsExpression > Identifier.expression[name='n8n']",
	'TSAsExpression > ThisExpression.expression',
	"CallExpression[callee.object.name='Object'][callee.property.name='create']",
	"ImportDeclaration[source.value='n8n-workflow'] ImportNamespaceSpecifier",
	'Identifier[name=/^(additionalData|getExecuteData|rawBody|readRawBody|toolCallId)$/]',
	"Literal[value='toolCallId']",
	"CallExpression[callee.property.name='defineProperty'][arguments.1.value='error']",
	"CallExpression[callee.property.name='endsWith'][arguments.0.value='Tool']",
	'Literal[value=/\\$(runIndex|execution|node)\\b/]',
	"Property[key.name='credentialsDecrypted']",
	"Identifier[name='checkProcessedAndRecord']",
].map((selector) => ({
	selector,
	message:
		'n8n does not promise this. Put it into nodes/StartFlow/n8n/internals.ts, with its fallback, what breaks when n8n changes it, and a test that pins it.',
}));

const TYPE_NAMES = [
	"PropertyDefinition[key.name='description'] > ObjectExpression > Property[key.name='name'] > Literal.value[value=/trigger/i]",
	"PropertyDefinition[key.name='name'] > Literal.value[value=/trigger/i]",
	// The package's name is a part of the type.
	...(/trigger/i.test(JSON.parse(readFileSync('package.json', 'utf8')).name) ? ['Program'] : []),
].map((selector) => ({
	selector,
	message:
		'n8n takes a node for a trigger if its type, or the name of its package, contains that word. Only the display name may contain it.',
}));

const N8N_OBJECT = {
	selector: 'ImportSpecifier[imported.name=/^I[A-Za-z]+Functions$/]',
	message: "A file that takes n8n's object is called *.n8n.ts.",
};

const restrictSyntax = (ignores, selectors) => ({
	files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	ignores,
	rules: { 'no-restricted-syntax': ['error', ...TYPE_NAMES, ...selectors] },
});

/**
 * For everything that never ships, and for the structure of what ships. n8n's own strict config checks the rest of
 * what ships.
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
	restrictImports(ROOT_FILES, [], [NO_N8N_AT_RUN_TIME, ...above('shared', './')]),
	sliceRules,
	{
		files: [`${NODE}/**/*.ts`],
		plugins: { layers: { rules: { 'known-slice': KNOWN_SLICE } } },
		rules: { 'layers/known-slice': 'error' },
	},
	restrictSyntax([`${NODE}/n8n/*.ts`], PRIVATE_TOUCHES),
	restrictSyntax(WITH_N8N, [...PRIVATE_TOUCHES, N8N_OBJECT]),
	{ files: ['**/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
