import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

for (const entry of readdirSync(NODE, { withFileTypes: true })) {
	if (entry.isDirectory() && !SLICES.includes(entry.name)) {
		throw new Error(`Add ${entry.name} to SLICES, above the slices that it imports.`);
	}
}

/** Parameters that every slice may read. They import only `shared`. */
const ROOT_FILES = [`${NODE}/operation.ts`, `${NODE}/options.ts`];

/** n8n 2.41 takes every node whose type contains this word for a trigger. The package's name is a part of the type. */
const WRONG_WORD = /trigger/i;

if (WRONG_WORD.test(JSON.parse(readFileSync('package.json', 'utf8')).name)) {
	throw new Error(
		'package.json: n8n takes a node for a trigger if the name of its package contains that word.',
	);
}

/** Only these files may take n8n's object, and use n8n at run time. */
const WITH_N8N = [
	`${NODE}/**/*.n8n.ts`,
	`${NODE}/n8n/*.ts`,
	`${NODE}/execute.ts`,
	`${NODE}/StartFlow.node.ts`,
];

const SHIPPED = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(folder, { recursive: true })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file)),
);

/** What a file imports at run time: `n8n-workflow`, or files of the package. */
function listImports(file) {
	const code = readFileSync(file, 'utf8');
	const statements = code.matchAll(/^(?:import|export)\s(?!type\s)([^;]*?)\sfrom '([^']+)'/gm);
	return [...statements].flatMap(([, names, source]) => {
		const hasOnlyTypes = /^\{(?:\s*type\s[^,}]*,?)*\s*\}$/.test(names);
		if (hasOnlyTypes) return [];
		return source.startsWith('.') ? `${join(dirname(file), source)}.ts` : source;
	});
}

/** Finds how a file reaches n8n at run time: the files on the way, or `undefined`. */
function findWayToN8n(file, visited = new Set()) {
	for (const imported of listImports(file)) {
		if (imported === 'n8n-workflow') return [file, imported];
		if (!SHIPPED.includes(imported) || visited.has(imported)) continue;
		visited.add(imported);
		const way = findWayToN8n(imported, visited);
		if (way !== undefined) return [file, ...way];
	}
	return undefined;
}

for (const file of SHIPPED) {
	const mayUseN8n = /\.n8n\.ts$|\/n8n\/|\/execute\.ts$|\.node\.ts$/.test(file);
	const way = mayUseN8n ? undefined : findWayToN8n(file);
	if (way === undefined) continue;
	throw new Error(`${way.join(' → ')}: a file that reaches n8n at run time is called *.n8n.ts.`);
}

const NO_N8N_AT_RUN_TIME = {
	group: ['n8n-*'],
	allowTypeImports: true,
	message: 'A file that uses n8n at run time is called *.n8n.ts.',
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
	restrictImports([`${NODE}/${slice}/**/*.ts`], WITH_N8N, [NO_N8N_AT_RUN_TIME, ...above(slice)]),
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
	"PropertyDefinition[key.name='description'] > ObjectExpression > Property[key.name='name']",
	"PropertyDefinition[key.name='name']",
].map((selector) => ({
	selector: `${selector} > Literal.value[value=/trigger/i]`,
	message:
		'n8n takes a node for a trigger if its type contains that word. Only the display name may contain it.',
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
	restrictSyntax([`${NODE}/n8n/*.ts`], PRIVATE_TOUCHES),
	restrictSyntax(WITH_N8N, [...PRIVATE_TOUCHES, N8N_OBJECT]),
	{ files: ['**/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
