import { NotSentError } from '../errors/failure';
import type { FlowCredential } from './flowCredential';

/**
 * Keeps a run that was started by hand from starting flows in production.
 *
 * @throws NotSentError that says how to go on.
 */
export function refuseProduction({ environment }: FlowCredential): void {
	if (environment !== 'production') return;
	throw new NotSentError(
		'This run was started by hand, and the option Protect Production keeps it from starting production flows',
		'To test, select a QA credential. To start the flow in production by hand all the same, turn the option off. Runs that a trigger starts are not affected.',
	);
}
