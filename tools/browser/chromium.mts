import { existsSync } from 'node:fs';

import { chromium, type Browser } from 'playwright-core';

import { findOrInstall } from '../debian.mts';

const PROGRAMS = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Headless, under any user, and quiet: no update, no sign-in, no unwanted request. */
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
 * Starts this machine's Chromium. The gate installs Debian's.
 *
 * @throws UserError when there is none and none can be installed.
 */
export async function startChromium(): Promise<Browser> {
	const executablePath = await findOrInstall({
		title: 'Chromium',
		packages: ['chromium', 'fonts-dejavu-core'],
		find: () => [process.env.CHROMIUM, ...PROGRAMS].find((path) => path && existsSync(path)),
		otherwise: ', or set CHROMIUM to the path of one',
	});
	return await chromium.launch({
		executablePath,
		args: ARGUMENTS,
		// The caller ends it. It also ends with this process.
		handleSIGINT: false,
		handleSIGTERM: false,
	});
}
