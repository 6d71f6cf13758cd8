import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { PROJECT } from '../project.mts';

/** What the node says when it refuses to send something, as it stands in the code. */
export interface Refusal {
	/** Of the file, within `nodes/TriggerFlow`. */
	path: string;
	/** `…` stands for what depends on the item. */
	message: string;
	cure: string;
}

const NODE = join(PROJECT, 'nodes', 'TriggerFlow');

/** Every `new NotSentError(message, cure)` of the shipped code. */
export function refusals(): Refusal[] {
	return readdirSync(NODE, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.ts'))
		.sort()
		.flatMap((path) => {
			const text = readFileSync(join(NODE, path), 'utf8');
			const file = new SourceOfMessages(
				ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
			);
			return file.refusals().map((refusal) => ({ path, ...refusal }));
		});
}

type Arguments = ReadonlyMap<string, ts.Expression>;

const NONE: Arguments = new Map();

/** How far names and calls are followed: some of them go round in a circle. */
const DEEPEST = 6;

/** One file, in which messages are put together from literals, templates and a function's arguments. */
class SourceOfMessages {
	constructor(private readonly source: ts.SourceFile) {}

	refusals(): Array<Omit<Refusal, 'path'>> {
		return (
			this.all(ts.isNewExpression)
				.filter(({ expression }) => expression.getText() === 'NotSentError')
				.flatMap((created) => {
					const [message, cure] = created.arguments ?? [];
					if (message === undefined || cure === undefined) return [];
					return this.callsOfFunctionAround(created).flatMap((passed) =>
						this.texts(message, passed).flatMap((one) =>
							this.texts(cure, passed).map((other) => ({ message: one, cure: other })),
						),
					);
				})
				.map(({ message, cure }) => ({ message: tidy(message), cure: tidy(cure) }))
				// What passes another message on has none of its own.
				.filter(({ message }) => message.replaceAll(/[…" ]/g, '') !== '')
				.filter(isFirstOfItsMessage)
		);
	}

	/** What the function around a place is called with; one call with nothing, where that is unknown. */
	private callsOfFunctionAround(place: ts.Node): Arguments[] {
		const around = ts.findAncestor(place, ts.isFunctionDeclaration);
		const parameters = around?.parameters ?? [];
		const calls = this.all(ts.isCallExpression).filter(
			({ expression }) => expression.getText() === around?.name?.text,
		);
		if (calls.length === 0) return [NONE];
		return calls.map(
			(call) =>
				new Map(
					parameters.flatMap(({ name, initializer }, index): Array<[string, ts.Expression]> => {
						const argument = call.arguments[index] ?? initializer;
						return argument === undefined ? [] : [[name.getText(), argument]];
					}),
				),
		);
	}

	/** The texts that an expression can be. */
	private texts(expression: ts.Expression, passed: Arguments, depth = DEEPEST): string[] {
		if (depth === 0) return ['…'];
		const texts = (inner: ts.Expression, given = passed) => this.texts(inner, given, depth - 1);
		if (ts.isStringLiteralLike(expression)) return [expression.text];
		if (ts.isParenthesizedExpression(expression)) return texts(expression.expression);
		if (ts.isConditionalExpression(expression)) {
			return [...texts(expression.whenTrue), ...texts(expression.whenFalse)];
		}
		if (ts.isTemplateExpression(expression)) {
			return expression.templateSpans.reduce(
				(heads, span) =>
					heads.flatMap((head) =>
						texts(span.expression).map((text) => head + text + span.literal.text),
					),
				[expression.head.text],
			);
		}
		if (ts.isIdentifier(expression)) {
			const argument = passed.get(expression.text) ?? this.constant(expression.text);
			if (argument !== undefined) return texts(argument, NONE);
		}
		if (ts.isCallExpression(expression) && ts.isIdentifier(expression.expression)) {
			const results = this.results(expression.expression.text);
			if (results.length > 0) return results.flatMap((result) => texts(result, NONE));
		}
		if (isTrim(expression)) return texts(expression.expression.expression);
		return ['…'];
	}

	private constant(name: string): ts.Expression | undefined {
		return this.all(ts.isVariableDeclaration).find(
			(declared) =>
				declared.name.getText() === name && (declared.parent.flags & ts.NodeFlags.Const) !== 0,
		)?.initializer;
	}

	/** What a function of this file gives back. */
	private results(name: string): ts.Expression[] {
		const body = this.all(ts.isFunctionDeclaration).find((one) => one.name?.text === name)?.body;
		return this.all(ts.isReturnStatement)
			.filter((statement) => ts.findAncestor(statement, (node) => node === body) !== undefined)
			.flatMap(({ expression }) => expression ?? []);
	}

	private all<T extends ts.Node>(is: (node: ts.Node) => node is T): T[] {
		const found: T[] = [];
		const visit = (node: ts.Node): void => {
			if (is(node)) found.push(node);
			node.forEachChild(visit);
		};
		visit(this.source);
		return found;
	}
}

function isTrim(
	expression: ts.Expression,
): expression is ts.CallExpression & { expression: ts.PropertyAccessExpression } {
	return (
		ts.isCallExpression(expression) &&
		ts.isPropertyAccessExpression(expression.expression) &&
		expression.expression.name.text === 'trim'
	);
}

function tidy(text: string): string {
	return text
		.replaceAll(/\s+/g, ' ')
		.replace(/[: ]+$/, '')
		.trim();
}

function isFirstOfItsMessage(
	{ message }: { message: string },
	index: number,
	all: Array<{ message: string }>,
): boolean {
	return all.findIndex((one) => one.message === message) === index;
}
