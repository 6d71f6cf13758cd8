import { FIELD_CASES, ITEM, JSON_CASES, WHOLE_CASES } from '../../test/engine/contextCases.mts';
import { FORM_CASES, INPUT } from '../../test/engine/formCases.mts';
import { code, jsonCode } from './code.mts';
import { table } from './table.mts';

/** The input item that the tables of contexts are about. */
export function contextItem(): string {
	return ['```json', JSON.stringify(ITEM, null, 2), '```'].join('\n');
}

export function fieldTable(): string {
	return table(
		['What', 'Name', 'Type', 'Value', 'The flow gets'],
		FIELD_CASES.map(({ about, rows, context }) => [
			about,
			rows.map(([name]) => code(name)).join('<br>'),
			rows.map(([, type]) => type).join('<br>'),
			rows.map(([, , value]) => code(asWritten(value))).join('<br>'),
			jsonCode(context),
		]),
	);
}

export function jsonTable(): string {
	return table(
		['What', 'JSON', 'The flow gets'],
		JSON_CASES.map(({ about, json, context }) => [about, code(asWritten(json)), jsonCode(context)]),
	);
}

export function wholeTable(): string {
	return table(
		['Context is …', 'The flow gets'],
		WHOLE_CASES.map(({ title, context }) => [title, jsonCode(context)]),
	);
}

/** What the form shows, what n8n saves of it, and what the flow gets. */
export function formTable(): string {
	return table(
		['Field', 'Its example', '', 'The form shows', 'n8n saves', 'The flow gets'],
		FORM_CASES.map(({ kind, done, example, shows, saves, gets }) => [
			kind,
			jsonCode(example),
			done,
			shows === '' ? 'nothing' : code(shows),
			saves === undefined ? 'nothing' : jsonCode(saves),
			'refused' in gets ? `refused: ${gets.refused}` : jsonCode(gets.value),
		]),
	);
}

/** The input item of that table. */
export function formItem(): string {
	return jsonCode(INPUT);
}

/** n8n keeps an expression with `=` in front; a person sees it without. */
function asWritten(value: unknown): string {
	return String(value).replace(/^=/, '');
}
