import { ANSWER_CASES, FORMATS, LAYOUTS, type AnswerCase } from '../../test/engine/answerCases.mts';
import { code } from './code.mts';
import { table } from './table.mts';

/** The tests' own cases as tables: kind of answer × options → items. */
export function answerTables(): string {
	return [
		table(
			['The flow answers', ...LAYOUTS.map(({ title }) => title)],
			ANSWER_CASES.map((answer) => [
				described(answer),
				...LAYOUTS.map(
					({ options, items }) =>
						shown(
							items(answer).map((item) => ('fullResponse' in options ? abbreviated(item) : item)),
						) + (answer.file === undefined ? '' : ' + file'),
				),
			]),
		),
		'By **Response Format**:',
		table(
			['The flow answers', ...FORMATS.map(({ title }) => title)],
			ANSWER_CASES.map((answer) => [
				answer.kind,
				...FORMATS.map(({ items, file }) => {
					const { mimeType } = file(answer) ?? {};
					return shown(items(answer)) + (mimeType === undefined ? '' : ` + file, ${mimeType}`);
				}),
			]),
		),
	].join('\n\n');
}

function described({ kind, body, headers }: AnswerCase): string {
	const type = headers['content-type'];
	return [kind, body === '' ? '' : code(body), type === undefined ? '' : `as ${type}`]
		.filter(Boolean)
		.join('<br>');
}

/** Status and headers are the answer's own, and say nothing of the kind. */
function abbreviated({ body }: Record<string, unknown>): string {
	return `{ statusCode, headers, body: ${JSON.stringify(body)} }`;
}

function shown(items: unknown[]): string {
	if (items.length === 0) return 'no item';
	return items
		.map((item) => code(typeof item === 'string' ? item : JSON.stringify(item)))
		.join('<br>');
}
