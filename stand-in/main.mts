/** `npm run stand-in [-- --port N]`: the stand-in alone, with a line for every start it takes. */
import { parseArgs } from 'node:util';

import { startStandIn, TOKENS } from './server.mts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '4010' } } });

try {
	const standIn = await startStandIn({ port: Number(values.port) });
	console.log(`Production  PUT ${standIn.urls.production}   token ${TOKENS.production}`);
	console.log(`QA          PUT ${standIn.urls.qa}           token ${TOKENS.qa}`);
	console.log(`Requests    ${standIn.startEventsUrl}   what to paste into the credential`);
	console.log(`Starts      ${standIn.statusUrl}`);
	console.log('Ctrl+C ends it.');
	standIn.log.onStart(({ number, environment, slug, context }) =>
		console.log(`#${number} ${environment} ${slug} ${JSON.stringify(context)}`),
	);
} catch (error) {
	if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
	console.error(
		`Port ${values.port} is in use. End the program that uses it, or choose another: npm run stand-in -- --port 4011`,
	);
	process.exitCode = 1;
}
