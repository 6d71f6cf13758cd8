import { FIELD_CASES, ITEM, JSON_CASES } from '../../test/engine/contextCases.mts';
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

/** n8n keeps an expression with `=` in front; a person sees it without. */
function asWritten(value: unknown): string {
	return String(value).replace(/^=/, '');
}
