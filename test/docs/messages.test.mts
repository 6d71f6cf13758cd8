/** An error is read in ten seconds, so its texts have limits, also with the longest names filled in. */
import { readdirSync, readFileSync } from 'node:fs';

import ts from 'typescript';

import { OUTCOMES } from '../../nodes/StartFlow/outcome/outcomes';

/** Further sentences of a message are shown in the description. */
const MAX_SENTENCE_CHARACTERS = 120;

/** With the name of the environment, the counts and the name of the page, a description has sixty words. */
const MAX_ADVICE_WORDS = 31;

const nodes = readdirSync('nodes', { encoding: 'utf8', recursive: true })
	.filter((name) => name.endsWith('.ts') && !name.endsWith('userError.ts'))
	.flatMap((name) => {
		const text = readFileSync(`nodes/${name}`, 'utf8');
		return listNodes(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
	});

function listNodes(node: ts.Node): ts.Node[] {
	const listed = [node];
	ts.forEachChild(node, (child) => void listed.push(...listNodes(child)));
	return listed;
}

const functions = nodes.filter(ts.isFunctionDeclaration);
const variables = nodes.filter(ts.isVariableDeclaration);

/** The arguments of each call. */
function listCalls(name: string): ts.Expression[][] {
	return nodes.flatMap((node) => {
		const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
		return isCall && node.expression.getText() === name ? [[...(node.arguments ?? [])]] : [];
	});
}

/** The values of some properties, of each object that is written with all of them. */
function listProperties(...names: string[]): ts.Expression[][] {
	return nodes.filter(ts.isObjectLiteralExpression).flatMap(({ properties }) => {
		const assigned = properties.filter(ts.isPropertyAssignment);
		const found = names.flatMap(
			(name) => assigned.find((one) => one.name.getText() === name) ?? [],
		);
		return found.length === names.length ? [found.map(({ initializer }) => initializer)] : [];
	});
}

/** For what the code does not limit, such as a type or an execution's id. */
const ANY_NAME = 'x'.repeat(16);

/** By the functions that cut text. */
const DEFAULT_LENGTHS: Record<string, number> = { shorten: 300, shortenName: 40 };

function fillInLongest(expressions: ts.Expression[]): string {
	const texts = expressions.map(fillIn);
	return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

/** The longest text that an expression gives. */
function fillIn(node: ts.Expression): string {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (ts.isTemplateExpression(node)) {
		const spans = node.templateSpans.map((span) => fillIn(span.expression) + span.literal.text);
		return node.head.text + spans.join('');
	}
	if (ts.isConditionalExpression(node)) return fillInLongest([node.whenTrue, node.whenFalse]);
	if (ts.isBinaryExpression(node)) return fillInLongest([node.left, node.right]);
	if (ts.isCallExpression(node)) return fillInCall(node);
	if (ts.isIdentifier(node)) return fillInIdentifier(node);
	const isProblem = ts.isPropertyAccessExpression(node) && node.name.text === 'problem';
	return isProblem ? fillInLongest(listProperties('problem').flat()) : ANY_NAME;
}

function fillInCall({ expression, arguments: [first, second] }: ts.CallExpression): string {
	const name = expression.getText();
	if (ts.isPropertyAccessExpression(expression))
		return name.endsWith('.trim') ? fillIn(expression.expression) : ANY_NAME;
	const length = second ? Number(second.getText()) : (DEFAULT_LENGTHS[name] ?? 0);
	if (name in DEFAULT_LENGTHS) return 'x'.repeat(length);
	if (name === 'listFirst' && first) return Array(length).fill(fillIn(first)).join(', ');
	const called = functions.find((one) => one.name?.text === name);
	const returned = called ? listNodes(called).filter(ts.isReturnStatement) : [];
	return fillInLongest(returned.flatMap((one) => one.expression ?? []));
}

/** A variable, a parameter, or what the code takes out of an object. */
function fillInIdentifier(identifier: ts.Identifier): string {
	const isNamed = ({ name }: ts.NamedDeclaration) => name?.getText() === identifier.text;
	const isIn = (scope: ts.Node | undefined) =>
		scope?.getSourceFile() === identifier.getSourceFile() &&
		scope.pos <= identifier.pos &&
		identifier.end <= scope.end;
	const variable = variables.find((one) => isNamed(one) && isIn(one.parent.parent.parent));
	if (variable?.initializer) return fillIn(variable.initializer);
	const called = functions.find(({ parameters, body }) => parameters.some(isNamed) && isIn(body));
	if (called === undefined) return ANY_NAME;
	const index = called.parameters.findIndex(isNamed);
	return fillInLongest(listCalls(String(called.name?.text)).flatMap((all) => all[index] ?? []));
}

const texts = [...listCalls('UserError'), ...listProperties('message', 'description')].map(
	(expressions) => expressions.map(fillIn),
);

test.each(texts)('one reads "%s" (%s)', (message = '', description = '') => {
	const [first = '', ...others] = message.split(/\. (?=[A-Z])/);
	expect(first.length).toBeLessThanOrEqual(MAX_SENTENCE_CHARACTERS);
	const words = [...others, description].join(' ').split(' ');
	expect(words.length).toBeLessThanOrEqual(MAX_ADVICE_WORDS);
});

test('the page Retries and duplicates lists each outcome, and what its messages say', () => {
	const lines = readFileSync('docs/retries-and-duplicates.md', 'utf8').split('\n');
	for (const [outcome, { verdict }] of Object.entries(OUTCOMES)) {
		const row = lines.find((line) => line.startsWith(`| \`${outcome}\` `));
		expect(row).toContain(outcome === 'notSent' ? 'what is wrong' : verdict);
	}
});
