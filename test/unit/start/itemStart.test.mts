import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import {
	getMaskedSlug,
	type AnsweredStart,
	type EndedStart,
	type PreparedStart,
} from '../../../nodes/StartFlow/start/itemStart';
import { CREDENTIAL, ready } from '../send/modelService.mts';

const withToken = ready(`order-${CREDENTIAL.accessToken}-1`);
const failure = declareMasked({ outcome: 'unknown' as const, message: 'm', description: 'd' });
const answer: AnsweredStart['answer'] = declareMasked({
	statusCode: 200,
	headers: {},
	body: Buffer.alloc(0),
});
const ran = { ready: withToken, attempts: 1, isFromPreviousRun: false };

const STARTS: Record<(PreparedStart | EndedStart)['kind'], PreparedStart | EndedStart> = {
	unprepared: {
		kind: 'unprepared',
		label: declareMasked(''),
		// It is masked where the item is refused.
		slug: declareMasked('order-***-1'),
		environment: 'QA',
		failure,
	},
	ready: withToken,
	untried: { kind: 'untried', ready: withToken },
	refused: { kind: 'refused', ready: withToken, failure },
	answered: { kind: 'answered', answer, ...ran },
	failed: { kind: 'failed', failure, ...ran },
};

test.each(Object.entries(STARTS))(
	'the slug of a start that is %s shows no token',
	(_kind, start) => {
		expect(getMaskedSlug(start)).toBe('order-***-1');
	},
);
