import { declareMasked, type Masked } from '../shared/mask';
import type { Failure } from './outcomes';

/** Below a minute, nobody wonders why the start took so long. */
const MIN_TOLD_MS = 60_000;

/** Says how long a start was turned away. */
export function tellTurnedAway(failure: Masked<Failure>, turnedAwayMs: number): Masked<Failure> {
	if (turnedAwayMs < MIN_TOLD_MS) return failure;
	const minutes = Math.round(turnedAwayMs / 60_000);
	const duration = minutes === 1 ? 'a minute' : `${minutes} minutes`;
	const explanation = [...(failure.explanation ?? []), `Turned away for ${duration}.`];
	return declareMasked({ ...failure, explanation });
}

/** If a previous attempt may have started the flow, the latest failure does not change that. */
export function keepUncertainty(
	latest: Masked<Failure>,
	uncertain: Masked<Failure> | undefined,
): Masked<Failure> {
	if (uncertain === undefined || uncertain === latest) return latest;
	const { message, reason, explanation = [] } = latest;
	const sentences = [
		`Last attempt: ${message}.`,
		...explanation,
		'But a previous attempt may have started the flow.',
	];
	return declareMasked({ ...uncertain, reason, explanation: sentences });
}
