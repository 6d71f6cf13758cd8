import type { MissingField } from '../context/contextMode';
import { adviseRefresh, type FormState, isOutOfDate } from '../form/formMode';
import { isWebPage } from '../http/contentType';
import { listFirst, shortenName } from '../shared/text';
import type { PreparedStart } from '../start/itemStart';
import {
	describeFailed,
	listCounts,
	nameEnvironments,
	nameItems,
	numberItems,
	type Report,
	type ReportedStart,
} from './counts';

function listUnusual({ starts, turnedAwayCount = 0 }: Report): string[] {
	const retried = numberItems(starts).filter((one) => !one.isFromPreviousRun && one.attempts > 1);
	const webPages = starts.filter((start) => start.kind === 'answered' && isWebPage(start.answer));
	return [
		retried.length > 0 &&
			`${retried.length} tried more than once${nameItems(retried, starts.length)}`,
		webPages.length > 0 &&
			`${webPages.length} answered with a web page (HTML): check the endpoint URL`,
		turnedAwayCount > 0 && `attempts that the service turned away: ${turnedAwayCount}`,
	].filter((part) => part !== false);
}

/**
 * A run by hand always has a hint, so that the person sees where it went, and how much of the form is mapped. Others have one if
 * there is more to say than how many were started.
 */
export function createRunHint(report: Report): string | undefined {
	const { starts, formState, isByHand } = report;
	const [started, ...others] = [...listCounts(report), ...listUnusual(report)];
	if (!isByHand && others.length === 0) return undefined;
	const mapped =
		isByHand && formState && !formState.isAutomatic
			? `, ${formState.mappedCount} of ${formState.fieldCount} fields mapped`
			: '';
	return prefixEnvironment(starts, [`${started}${mapped}`, ...others].join('; '));
}

function prefixEnvironment(starts: readonly ReportedStart[], text: string): string {
	return [nameEnvironments(starts), text].filter(Boolean).join(': ');
}

export function createPreviewHint(starts: readonly PreparedStart[]): string {
	const refused = describeFailed(numberItems(starts), starts.length);
	return prefixEnvironment(starts, ['preview, nothing was sent', ...refused].join('; '));
}

const MAX_NAMED_FIELDS = 12;

/** Of the items in which a field gave nothing. */
const MAX_NAMED_NUMBERS = 5;

const MAX_FIELD_CHARACTERS = 60;

export function createFormHint(formState: FormState): string | undefined {
	if (!isOutOfDate(formState)) return undefined;
	const { added, gone } = formState;
	const changes = Object.entries({ new: added, gone }).flatMap(([change, fields]) => {
		const names = fields.map((name) => `"${shortenName(name, MAX_FIELD_CHARACTERS)}"`);
		return names.length > 0 ? `${change}: ${listFirst(names, MAX_NAMED_FIELDS)}` : [];
	});
	const advice = `To refresh the form, ${adviseRefresh(formState)}`;
	return `The example of the flow has other fields than the form (${changes.join('; ')}). ${advice}`;
}

const REASONS: Record<MissingField['reason'], string> = {
	empty: 'empty',
	undefined: 'the expression found nothing',
	noSuchName: 'the input has no such name, or two',
	oneValueForTwo: 'one value for two fields',
};

export function createMissingFieldsHint(starts: readonly ReportedStart[]): string | undefined {
	const sentences = Object.entries(REASONS).flatMap(([reason, text]) => {
		const fields = Array.from(groupMissingFields(starts, reason), ([name, items]) => {
			const numbers = listFirst(items.map(String), MAX_NAMED_NUMBERS);
			const where = ` in ${items.length} of ${starts.length} items (${numbers})`;
			return `"${shortenName(name, MAX_FIELD_CHARACTERS)}"${starts.length > 1 ? where : ''}`;
		});
		if (fields.length === 0) return [];
		return `Fields not sent (${text}): ${listFirst(fields, MAX_NAMED_FIELDS)}`;
	});
	return sentences.join('. ') || undefined;
}

/** Maps the name of each field that gave nothing for this reason to the numbers of its items. */
function groupMissingFields(starts: readonly ReportedStart[], reason: string) {
	const itemsByField = new Map<string, number[]>();
	for (const [itemIndex, start] of starts.entries()) {
		// What a previous run sent is not in this run's hint.
		if (start.kind === 'refused' || (start.kind !== 'ready' && start.isFromPreviousRun)) continue;
		for (const field of start.missingFields ?? []) {
			if (field.reason !== reason) continue;
			const items = itemsByField.get(field.name) ?? [];
			// With a copy for each item, the time would grow with the square of their number.
			items.push(itemIndex);
			itemsByField.set(field.name, items);
		}
	}
	return itemsByField;
}
