import { aboutStart } from '../credential/flowCredential';
import { asOneText } from '../errors/failure';
import { ADVICE, told, VERDICTS } from '../outcome/describeFailure';
import { whatWasSaid } from '../outcome/whatWasSaid';
import {
	failed,
	type AnsweredStart,
	type AwaitedCallback,
	type FailedStart,
	type ItemStart,
} from '../starts/itemStart';

/** A start that was answered, and whose flow calls back. */
export type AwaitedStart = AnsweredStart & { ready: { callback: AwaitedCallback } };

export function isAwaited(start: ItemStart): start is AwaitedStart {
	return start.kind === 'answered' && start.ready.callback !== undefined;
}

/**
 * What comes out of a wait that no callback has ended. It is made before the wait, so it cannot know how long that
 * was: a Retry, or Stop and then Retry, ends it sooner. An item has no description: what to do next is in its
 * message.
 */
export function late(start: AwaitedStart): FailedStart {
	const { words } = start.ready.callback.limit;
	const lost = noCallback(start, `did not call back while this execution waited, ${words} at most`);
	return { ...lost, failure: { ...lost.failure, message: asOneText(lost.failure) } };
}

/** The same starts; those that were answered when the run was over already as failed: n8n puts it to wait no more. */
export function refuseTooLate(starts: readonly ItemStart[]): ItemStart[] {
	const happened = 'was answered when the run had ended, so nobody waits for its callback';
	return starts.map((start) => (isAwaited(start) ? noCallback(start, happened) : start));
}

function noCallback({ answer, attempts, ready }: AnsweredStart, happened: string): FailedStart {
	const about = aboutStart(ready.slug, ready.credential);
	const { line, body } = whatWasSaid(answer, about.accessToken);
	return failed(ready, attempts, {
		outcome: 'noCallback',
		message: `${told(`The flow "{slug}" ({environment}) ${happened}`, about)}: ${VERDICTS.noCallback}`,
		description: ADVICE.noCallback,
		...(line !== '' && { body }),
	});
}
