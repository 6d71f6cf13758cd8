/** Links between the project's pages lead somewhere, and every picture is shown. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { withAbsoluteAddresses } from '../../tools/docs/absoluteAddresses.mts';

const ROOT = join(__dirname, '../..');

const PAGES = ['.', 'docs', 'examples', 'test', '.github'].flatMap((folder) =>
	readdirSync(join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' })
		.filter((name) => name.endsWith('.md'))
		.map((name) => normalize(join(folder, name))),
);

/** The links and pictures of a page, as paths from the root, without other sites. */
function targetsOf(page: string): string[] {
	return relativeTargets(readFileSync(join(ROOT, page), 'utf8')).map((target) =>
		normalize(join(dirname(page), target.replace(/#.*/, ''))),
	);
}

function relativeTargets(text: string): string[] {
	const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
		([, link, source]) => link ?? source ?? '',
	);
	return targets.filter((target) => !/^(?:[a-z]+:|#)/.test(target));
}

test.each(PAGES)('the links of %s lead to files that exist', (page) => {
	expect(targetsOf(page).filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
});

test.each(PAGES)('the anchors in the links of %s are headings', (page) => {
	const links = readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\(([^):\s]*)#([^)\s]+)\)/g);
	for (const [, path = '', anchor] of links) {
		const target = path === '' ? page : join(dirname(page), path);
		const headings = readFileSync(join(ROOT, target), 'utf8').matchAll(/^#+ (.+)$/gm);
		// Hosts of Markdown make anchors like this.
		const anchors = Array.from(headings, ([, heading = '']) =>
			heading
				.toLowerCase()
				.replace(/[^\w\- ]/g, '')
				.replaceAll(' ', '-'),
		);
		expect(anchors).toContain(anchor);
	}
});

test('every page of the docs is linked to, and every picture is shown', () => {
	const linked = new Set(PAGES.flatMap(targetsOf));
	const files = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.(md|png|svg)$/.test(name))
		.map((name) => join('docs', name));
	expect(files.filter((file) => !linked.has(file))).toEqual([]);
});

test("on the registry's page, the links and pictures of the README are absolute", () => {
	const readme = withAbsoluteAddresses(readFileSync(join(ROOT, 'README.md'), 'utf8'));
	expect(relativeTargets(readme)).toEqual([]);
	expect(readme).toMatch(/src="https:[^"]+\/raw\/v\d+\.\d+\.\d+\/docs\/pictures\/\w/);
});
