/**
 * Kinds of answers, and the items that each becomes under each option: what the tests compare with.
 */
export type Json = Record<string, unknown>;

/** The input item of all cases. */
export const INPUT = { id: 7, name: 'Ada' };

export interface AnswerCase {
	kind: string;
	status?: number;
	headers: Record<string, string>;
	body: string;
	/** The items' `json` without any option. */
	items: Json[];
	/** With headers and status included: the `body` of each item's `{ statusCode, headers, body }`. */
	bodies: unknown[];
	/** With Include Input. */
	withInput: Json[];
	/** With Response Format JSON or Text; the same as `items` when left out. */
	asJson?: Json[];
	asText?: Json[];
	/** The file that the answer becomes under Response Format Auto. */
	file?: AnswerFile;
	/** The type of the file that it becomes under Response Format File; `undefined`: no file. */
	asFile: string | undefined;
}

export interface AnswerFile {
	fileName?: string;
	mimeType: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };

export const ANSWER_CASES: AnswerCase[] = [
	{
		kind: 'JSON object',
		headers: JSON_TYPE,
		body: '{"id":1,"ok":true}',
		items: [{ id: 1, ok: true }],
		bodies: [{ id: 1, ok: true }],
		withInput: [{ id: 1, name: 'Ada', ok: true }],
		asText: [{ data: '{"id":1,"ok":true}' }],
		asFile: 'application/json',
	},
	{
		kind: 'JSON array of objects',
		headers: JSON_TYPE,
		body: '[{"n":1},{"n":2}]',
		items: [{ n: 1 }, { n: 2 }],
		bodies: [{ n: 1 }, { n: 2 }],
		withInput: [
			{ id: 7, name: 'Ada', n: 1 },
			{ id: 7, name: 'Ada', n: 2 },
		],
		asText: [{ data: '[{"n":1},{"n":2}]' }],
		asFile: 'application/json',
	},
	{
		kind: 'JSON array of values',
		headers: JSON_TYPE,
		body: '["a",2]',
		items: [{ data: 'a' }, { data: 2 }],
		bodies: ['a', 2],
		withInput: [
			{ id: 7, name: 'Ada', data: 'a' },
			{ id: 7, name: 'Ada', data: 2 },
		],
		asText: [{ data: '["a",2]' }],
		asFile: 'application/json',
	},
	{
		kind: 'empty JSON array',
		headers: JSON_TYPE,
		body: '[]',
		items: [],
		bodies: [],
		withInput: [],
		asText: [{ data: '[]' }],
		asFile: 'application/json',
	},
	{
		kind: 'JSON value',
		headers: JSON_TYPE,
		body: '42',
		items: [{ data: 42 }],
		bodies: [42],
		withInput: [{ id: 7, name: 'Ada', data: 42 }],
		asText: [{ data: '42' }],
		asFile: 'application/json',
	},
	{
		kind: 'JSON object that n8n would take for a failure',
		headers: JSON_TYPE,
		body: '{"error":"none"}',
		items: [{ error: 'none', statusCode: 200 }],
		bodies: [{ error: 'none' }],
		withInput: [{ id: 7, name: 'Ada', error: 'none' }],
		asText: [{ data: '{"error":"none"}' }],
		asFile: 'application/json',
	},
	{
		kind: 'JSON object sent as HTML',
		headers: { 'content-type': 'text/html' },
		body: '{"ok":true}',
		items: [{ ok: true }],
		bodies: [{ ok: true }],
		withInput: [{ id: 7, name: 'Ada', ok: true }],
		asText: [{ data: '{"ok":true}' }],
		asFile: 'text/html',
	},
	{
		kind: 'not JSON, sent as JSON',
		headers: JSON_TYPE,
		body: 'done',
		items: [{ data: 'done' }],
		bodies: ['done'],
		withInput: [{ id: 7, name: 'Ada', data: 'done' }],
		asFile: 'application/json',
	},
	{
		kind: 'text',
		headers: { 'content-type': 'text/plain' },
		body: 'done',
		items: [{ data: 'done' }],
		bodies: ['done'],
		withInput: [{ id: 7, name: 'Ada', data: 'done' }],
		asFile: 'text/plain',
	},
	{
		kind: 'number sent as text',
		headers: { 'content-type': 'text/plain' },
		body: '42',
		items: [{ data: '42' }],
		bodies: ['42'],
		withInput: [{ id: 7, name: 'Ada', data: '42' }],
		asJson: [{ data: 42 }],
		asFile: 'text/plain',
	},
	{
		kind: 'nothing',
		status: 204,
		headers: {},
		body: '',
		items: [{}],
		bodies: [{}],
		withInput: [{ id: 7, name: 'Ada' }],
		asFile: undefined,
	},
	{
		kind: 'file',
		headers: {
			'content-type': 'application/pdf',
			'content-disposition': 'attachment; filename="bill.pdf"',
		},
		body: '%PDF-1.4',
		items: [{}],
		bodies: [{}],
		withInput: [{ id: 7, name: 'Ada' }],
		asJson: [{ data: '%PDF-1.4' }],
		asText: [{ data: '%PDF-1.4' }],
		file: { fileName: 'bill.pdf', mimeType: 'application/pdf' },
		asFile: 'application/pdf',
	},
];

export const statusOf = ({ status }: AnswerCase): number => status ?? 200;

/** The options that lay an answer out, one column each. */
export const LAYOUTS: Array<{
	title: string;
	options: Record<string, boolean | string>;
	items: (answer: AnswerCase) => Json[];
}> = [
	{ title: 'by default', options: {}, items: ({ items }) => items },
	{
		title: 'Include Response Headers and Status',
		options: { fullResponse: true },
		items: (answer) =>
			answer.bodies.map((body) => ({
				statusCode: statusOf(answer),
				headers: answer.headers,
				body,
			})),
	},
	{
		title: 'Include Input',
		options: { includeInput: true },
		items: ({ withInput }) => withInput,
	},
];

/** The ways to read an answer, one column each. */
export const FORMATS: Array<{
	title: string;
	responseFormat: 'auto' | 'json' | 'text' | 'file';
	items: (answer: AnswerCase) => Json[];
	file: (answer: AnswerCase) => AnswerFile | undefined;
}> = [
	{
		title: 'Auto-Detect',
		responseFormat: 'auto',
		items: ({ items }) => items,
		file: ({ file }) => file,
	},
	{
		title: 'JSON',
		responseFormat: 'json',
		items: ({ items, asJson }) => asJson ?? items,
		file: () => undefined,
	},
	{
		title: 'Text',
		responseFormat: 'text',
		items: ({ items, asText }) => asText ?? items,
		file: () => undefined,
	},
	{
		title: 'File',
		responseFormat: 'file',
		items: () => [{}],
		file: ({ asFile, file }) => (asFile === undefined ? undefined : { ...file, mimeType: asFile }),
	},
];
