import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';

import { chromium, type Browser } from 'playwright-core';

import { cacheFolder } from '../cache.mts';
import { runToLog } from '../command.mts';
import { withProgress } from '../progress.mts';
import { UserError } from '../userError.mts';

const PROGRAMS = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Headless, under any user, and quiet: no update, no sign-in, no request of its own. */
const ARGUMENTS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
	'--disable-quic',
];

/**
 * Starts this machine's Chromium. Where there is none, Debian's is installed (as root).
 *
 * @throws UserError when there is none and none can be installed.
 */
export async function startChromium(): Promise<Browser> {
	const executablePath = findChromium() ?? (await installChromium());
	return await chromium.launch({
		executablePath,
		args: ARGUMENTS,
		// Whoever started it ends it, with all the rest; it also goes with this process.
		handleSIGINT: false,
		handleSIGTERM: false,
	});
}

function findChromium(): string | undefined {
	return [process.env.CHROMIUM, ...PROGRAMS].find((path) => path !== undefined && existsSync(path));
}

async function installChromium(): Promise<string> {
	await mkdir(cacheFolder(), { recursive: true });
	const options = {
		cwd: cacheFolder(),
		logFile: cacheFolder('chromium.log'),
		env: { DEBIAN_FRONTEND: 'noninteractive' },
	};
	const install = async () => {
		await runToLog('apt-get', ['update'], options);
		return await runToLog(
			'apt-get',
			['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
			options,
		);
	};
	const isRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
	if (isRoot) await withProgress('Installing Chromium (once, about a minute)', () => '', install());
	const found = findChromium();
	if (found !== undefined) return found;
	throw new UserError(
		'The editor tests need Chromium. Install it (on Debian: apt-get install chromium), or set CHROMIUM to the path of one, then run the same command again.',
	);
}
