import { ADVICE, VERDICTS } from '../../nodes/TriggerFlow/outcome/describeFailure.ts';
import type { ErrorRow, StatusRow } from '../../nodes/TriggerFlow/outcome/classify.ts';
import { ERRORS, STATUSES } from '../../nodes/TriggerFlow/outcome/table.ts';
import { code } from './code.mts';
import { table } from './table.mts';

/** What the node says when the service did not take a start, or nobody knows: the rows of its own table. */
export function failureTable(): string {
	const rows = [
		...STATUSES.map((row) => ({ ...row, where: ' (HTTP …)', seen: statusesOf(row) })),
		...ERRORS.map((row) => ({ ...row, where: '', seen: errorsOf(row) })),
	];
	return table(
		['Message', 'Seen', 'Outcome', 'What to do'],
		rows.map(({ happened, where, seen, outcome, next = '' }) => [
			`${happened.replace(/\{\w+\}/g, '…')}${where}: ${VERDICTS[outcome]}`,
			seen,
			`\`${outcome}\``,
			`${next} ${ADVICE[outcome]}`.trim(),
		]),
	);
}

function statusesOf({ statuses, needsRetryAfter }: StatusRow): string {
	const ranges = statuses.map((one) => (typeof one === 'number' ? one : one.join('–')));
	const isRest = ranges.includes('0–Infinity');
	return isRest
		? 'any other status'
		: ranges.join(', ') + (needsRetryAfter ? ' with Retry-After' : '');
}

function errorsOf({ codes = [], syscall = '', is }: ErrorRow): string {
	const seen = [syscall, codes.join(', ')].filter(Boolean).join(' ');
	return seen === '' ? (is === undefined ? 'any other error' : 'handshake of TLS') : code(seen);
}
