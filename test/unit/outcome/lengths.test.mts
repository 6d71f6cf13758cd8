/** An error is read in ten seconds, so every message of the table fits, with the longest names and status. */
import type { Attempt } from '../../../nodes/StartFlow/http/attempt';
import { describeFailure } from '../../../nodes/StartFlow/outcome/describeFailure';
import {
	ERRORS,
	LOST_CONNECTION,
	NODE_FAULT,
	OTHER_STATUS,
	STATUSES,
	type Meaning,
} from '../../../nodes/StartFlow/outcome/table';
import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import { skipUncertainStart } from '../../../nodes/StartFlow/start/itemStart';
import { ready } from '../send/modelService.mts';

const NAMED = {
	slug: 'a-very-long-slug-of-a-flow-that-nobody-would-want-to-type-4d7x2p',
	credential: {
		environment: 'Production',
		baseUrl: 'https://an.endpoint.of.a.customer.with.a.long.name.flows.example.com:8443/v1/start',
		accessToken: 'secret-token-123',
	},
};

const answer: Attempt = {
	kind: 'answer',
	answer: declareMasked({ statusCode: 503, headers: {}, body: Buffer.from('a b '.repeat(999)) }),
};
const error: Attempt = {
	kind: 'error',
	error: declareMasked({ code: undefined, message: 'a b '.repeat(999) }),
};

const ROWS: Array<[Meaning, Attempt]> = [
	...[...STATUSES, OTHER_STATUS].map((row): [Meaning, Attempt] => [row, answer]),
	...[...ERRORS, LOST_CONNECTION].map((row): [Meaning, Attempt] => [row, error]),
	[NODE_FAULT, { kind: 'fault' }],
];

/** "9999 of 10000 started. " stands before the message in a headline of 120 characters. */
const MAX_MESSAGE_CHARACTERS = 97;

/** With the service's words, the counts and the name of the page, a description has sixty words. */
const MAX_ADVICE_WORDS = 28;

test.each(ROWS.map(([row, attempt]) => ({ problem: row.problem, row, attempt })))(
	'"$problem"',
	({ row, attempt }) => {
		const failure = describeFailure(attempt, row, NAMED);
		expect(failure.message.length).toBeLessThanOrEqual(MAX_MESSAGE_CHARACTERS);
		expect(failure.description.split(' ').length).toBeLessThanOrEqual(MAX_ADVICE_WORDS);
		const skipped = skipUncertainStart(ready('a'), { attempts: 1, failure });
		if (row.outcome === 'unknown')
			expect(skipped.failure.message.length).toBeLessThanOrEqual(MAX_MESSAGE_CHARACTERS + 50);
	},
);
