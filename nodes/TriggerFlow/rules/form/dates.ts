import { describeValue, hasToJson } from '../context/json';
import { NotSentError } from '../errors/failure';
import { adviceFor } from './advice';
import type { FormField } from './formFields';

/** `Date` and luxon's `DateTime`, of any realm, as the ISO text that JSON would write for them. */
export function dateAsText(field: FormField, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || !hasToJson(value)) return value;
	const written = (value as { toJSON(): unknown }).toJSON();
	if (written === null) throw notADate(field, 'an invalid date');
	return typeof written === 'string' ? written : value;
}

/**
 * The text of a date field: the example's own one for the same moment, else as it is.
 *
 * @throws NotSentError for what is no text.
 */
export function dateText(field: FormField, value: unknown): string {
	if (typeof value !== 'string') throw notADate(field, describeValue(value));
	// n8n writes luxon's invalid dates so.
	if (value === 'Invalid DateTime') throw notADate(field, 'an invalid date');
	const example = String(field.value);
	return isSameMoment(value, example) ? example : value;
}

/** How n8n and JSON write every date: with milliseconds and a zone. */
const WRITTEN_DATE = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3})(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Whether `text` is how n8n gives the example's date back. Where the example has no zone, n8n has
 * put the workflow's zone in, so the clock is compared.
 */
function isSameMoment(text: string, example: string): boolean {
	const [, clock] = WRITTEN_DATE.exec(text) ?? [];
	if (clock === undefined) return false;
	const hasZone = /T.*[Z+-]/.test(example);
	if (hasZone) return Date.parse(text) === Date.parse(example);
	return Date.parse(`${clock}Z`) === Date.parse(`${example}Z`);
}

function notADate(field: FormField, found: string): NotSentError {
	return new NotSentError(
		`The field "${field.name}" should be a date, but its value is ${found}`,
		adviceFor(field),
	);
}
