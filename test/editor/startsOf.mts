import type { StartLog } from '../../stand-in/startLog.mts';

/** The starts that the stand-in took while `action` ran. */
export async function startsOf(
	log: StartLog,
	action: () => Promise<void>,
): Promise<Array<{ slug: string; context: object }>> {
	const before = log.starts.length;
	await action();
	return log.starts.slice(before).map(({ slug, context }) => ({ slug, context }));
}
