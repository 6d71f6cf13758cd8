import { median } from '../report.mts';
import type { HostileLab, Seen } from './hostileLab.mts';
import { httpRequest, triggerFlow } from './nodes.mts';

/** One input of 1 MB, or an answer; what both nodes are given. */
export interface SilenceRow {
	title: string;
	/** Median of the rounds, in ms. */
	ours: number;
	theirs: number | undefined;
}

const MB = 1_000_000;
const START = "curl -X PUT 'https://flows.example.com/v1/start' ";
const OLD_HOSTILE = `curl ${'a'.repeat(900_000)}${'>'.repeat(19_900)}`;
const HOSTILE = `curl ${'a'.repeat(180_000)}${'>'.repeat(19_900)}`;
const MANY_FIELDS = `${START}-d '{"slug":"demo-1","context":{${keys(15_000)}}}'`;
const RECORDS = `{"a":[${Array.from({ length: 9_000 }, (_, n) => `{"id":${n},"email":"ada.${n}@example.com","plan":"pro","seats":${n % 50},"newsletter":true,"city":"London"}`).join(',')}]}`;

const DEEP = `{"a":[${Array.from({ length: 5_000 }, () => '['.repeat(97) + ']'.repeat(97)).join(',')}]}`;

function keys(count: number): string {
	return Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',');
}

/** What is pasted or written into a parameter, by its title: Trigger Flow's parameters, HTTP Request's body. */
const PARAMETERS: Record<string, [ours: object, theirs?: string]> = {
	'nothing special': [{}, '{}'],
	'paste: 900,000 letters and 19,900 `>`': [paste(OLD_HOSTILE)],
	'paste: the same within 200 kB': [paste(HOSTILE)],
	'paste: 15,000 fields': [paste(MANY_FIELDS)],
	'context: records': [json(RECORDS), body(RECORDS)],
	'context: 100,000 keys': [json(`{${keys(90_000)}}`), body(`{${keys(90_000)}}`)],
	'context: 300,000 empty objects': [
		json(`{"a":[${'{},'.repeat(330_000)}1]}`),
		body(`{"a":[${'{},'.repeat(330_000)}1]}`),
	],
	'context: 5,000 times 97 lists': [json(DEEP), body(DEEP)],
	'context: a list that ends nowhere': [json(`{"a":[${'1,'.repeat(MB / 2)}`)],
	'context: nothing but mistakes': [json(','.repeat(MB)), ','.repeat(MB)],
	'context: 500,000 levels': [
		json(`{"a":${'['.repeat(MB / 2)}${']'.repeat(MB / 2)}}`),
		body(`{"a":${'['.repeat(MB / 2)}${']'.repeat(MB / 2)}}`),
	],
	'preview: records': [{ operation: 'preview', ...json(RECORDS) }],
	'preview: backslashes': [
		{ operation: 'preview', ...json(JSON.stringify({ a: '\\'.repeat(MB / 2) })) },
	],
	'slug of 1 MB': [{ slug: 'a'.repeat(MB) }, `{"slug":"${'a'.repeat(MB)}","context":{}}`],
	'field name of 1 MB': [
		{
			contextMode: 'fields',
			contextFields: {
				assignments: [{ id: '1', name: 'a.'.repeat(MB / 2), type: 'string', value: '' }],
			},
		},
	],
	'names of 50,000 levels': [
		{
			contextMode: 'fields',
			contextFields: {
				assignments: Array.from({ length: 500 }, (_, n) => ({
					id: String(n),
					name: `f${n}${'.a'.repeat(99)}`,
					type: 'number',
					value: '1',
				})),
			},
		},
	],
	'start key field of 1 MB': [{ options: { startKeyField: 'a.'.repeat(MB / 2) + 'a' } }],
};

function paste(startEventRequest: string): object {
	const contextMapping = { mappingMode: 'autoMapInputData', value: null };
	return { flow: 'startEvent', startEventRequest, contextMode: 'startEvent', contextMapping };
}

function json(contextJson: string): object {
	return { contextMode: 'json', contextJson };
}

function body(context: string): string {
	return `{"slug":"demo-1","context":${context}}`;
}

const FORMS: Record<string, string> = {
	'form: 900,000 letters and 19,900 `>`': OLD_HOSTILE,
	'form: the same within 200 kB': HOSTILE,
	'form: 15,000 fields': MANY_FIELDS,
	'form: a long key with 15,000 fields behind it': `${START}-d '{"slug":"demo-1","context":{"${'k'.repeat(20_000)}":{${keys(14_000)}}}}'`,
};

/** What the service answers. */
const ANSWERS: Record<string, Record<string, string>> = {
	'answer: Content-Type of 15 kB': { header: 'content-type' },
	'answer: Content-Disposition of 15 kB': { header: 'content-disposition' },
	'answer: a header of near-tokens': { header: 'x-near' },
	'answer: 1 MB of near-tokens': { body: 'near', bytes: String(MB) },
	'answer: 1 MB of near-tokens, status 400': { body: 'near', bytes: String(MB), status: '400' },
	'answer: 1 MB of records': { body: 'records', bytes: String(MB) },
	'answer: 1 MB of text, status 400': { body: 'text', bytes: String(MB), status: '400' },
};

/** @param onRow Told of each row once it is measured. */
export async function measureSilence(
	lab: HostileLab,
	rounds: number,
	isWanted: (title: string) => boolean,
	onRow: (row: SilenceRow) => void,
): Promise<void> {
	const times = async (run: () => Promise<Seen>) => {
		// The first time, n8n reads and compiles what it needs.
		await run();
		const silences: number[] = [];
		for (let round = 0; round < rounds; round += 1) silences.push((await run()).silence);
		return median(silences);
	};
	const plain = lab.url({});
	for (const [title, [parameters, jsonBody]] of Object.entries(PARAMETERS)) {
		if (!isWanted(title)) continue;
		const ours = await lab.publish(await triggerFlow(lab, plain, parameters), false);
		const theirs =
			jsonBody === undefined
				? undefined
				: await lab.publish(await httpRequest(lab, plain, jsonBody), false);
		onRow({
			title,
			ours: await times(async () => await ours({})),
			theirs: theirs && (await times(async () => await theirs({}))),
		});
	}
	for (const [title, text] of Object.entries(FORMS)) {
		if (!isWanted(title)) continue;
		onRow({ title, ours: await times(async () => await lab.form(text)), theirs: undefined });
	}
	for (const [title, answer] of Object.entries(ANSWERS)) {
		if (!isWanted(title)) continue;
		const url = lab.url(answer);
		const options = { options: { fullResponse: true } };
		const ours = await lab.publish(await triggerFlow(lab, url, options), false);
		const full = { options: { response: { response: { fullResponse: true } } } };
		const theirs = await lab.publish(await httpRequest(lab, url, body('{}'), full), false);
		onRow({
			title,
			ours: await times(async () => await ours({})),
			theirs: await times(async () => await theirs({})),
		});
	}
}
