import { readFileSync } from 'node:fs';

import { OUTCOMES } from '../../nodes/StartFlow/outcome/outcomes';

test('the page Retries and duplicates lists each outcome, and what its messages say', () => {
	const lines = readFileSync('docs/retries-and-duplicates.md', 'utf8').split('\n');
	for (const [outcome, { verdict }] of Object.entries(OUTCOMES)) {
		const row = lines.find((line) => line.startsWith(`| \`${outcome}\` `));
		expect(row).toContain(outcome === 'notSent' ? 'what is wrong' : verdict);
	}
});
