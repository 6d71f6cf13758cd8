import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { HOLES } from './holes.mts';

// `npm run test:holes` is no part of the gate: a line that has changed would be noticed late.
test.each(HOLES)('the fault can still be put back: $name', ({ file, code }) => {
	const text = readFileSync(join(__dirname, '..', '..', '..', file), 'utf8');
	expect(text.split(code)).toHaveLength(2);
});
