import { chromium, type Browser } from 'playwright-core';

import { requireProgram } from '../requireProgram.mts';

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
 * Starts this machine's Chromium.
 *
 * @throws UserError when there is none.
 */
export async function startChromium(): Promise<Browser> {
	const paths = [process.env.CHROMIUM ?? '', ...PROGRAMS];
	const cure = ', or set CHROMIUM to the path of one';
	const executablePath = requireProgram('Chromium', paths, 'chromium fonts-dejavu-core', cure);
	// The caller ends it. It also ends with this process.
	return await chromium.launch({
		executablePath,
		args: ARGUMENTS,
		handleSIGINT: false,
		handleSIGTERM: false,
	});
}
