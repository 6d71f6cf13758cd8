import { declareMasked } from '../../../nodes/StartFlow/shared/mask';
import type { Outcome } from '../../../nodes/StartFlow/outcome/outcomes';
import {
	endBeforeTurn,
	type EndedStart,
	type FailedStart,
	type RefusedStart,
} from '../../../nodes/StartFlow/start/itemStart';
import type { Report } from '../../../nodes/StartFlow/report/hints';
import { ready } from '../send/modelService.mts';

export const notTried = endBeforeTurn(ready('a'));

export const started = (attempts = 1, body = '') => ({
	...ready('a'),
	kind: 'answered' as const,
	attempts,
	answer: declareMasked({ statusCode: 200, headers: {}, body: Buffer.from(body) }),
	isFromPreviousRun: false,
});

export const failed = (outcome: Outcome, message = 'm', ...advice: string[]): FailedStart => ({
	...ready('a'),
	kind: 'failed',
	attempts: 1,
	failure: declareMasked({ outcome, message, advice }),
	isFromPreviousRun: false,
});

/** An item that the node refused. */
export const refused = (label = '', message = 'm'): RefusedStart => ({
	kind: 'refused',
	shownSlug: declareMasked('a'),
	environment: undefined,
	findLabel: () => declareMasked(label),
	attempts: 0,
	failure: declareMasked({ outcome: 'notSent', message, advice: ['d'] }),
	isFromPreviousRun: false,
	target: undefined,
});

export const times = (count: number, start: EndedStart) =>
	Array.from({ length: count }, () => start);

/** A run in execution 57, of which the service turned away so many attempts. */
export const run = (turnedAwayCount: number, ...starts: EndedStart[]): Report => ({
	starts,
	turnedAwayCount,
	memory: { executionId: '57', isLaterRound: false, isRetry: false, isByHand: false },
});

export const withMemory = (report: Report, changes: Partial<Report['memory']>): Report => ({
	...report,
	memory: { ...report.memory, ...changes },
});
