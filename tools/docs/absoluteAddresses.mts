import { repository, version } from '../../package.json';

/** The repository's page. */
const REPOSITORY = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

const PAGES = `${REPOSITORY}/blob/v${version}/`;
const PICTURES = `${REPOSITORY}/raw/v${version}/`;

/**
 * Makes the links and pictures of a page absolute, at the tag of this version.
 *
 * @param markdown Its relative addresses begin at the top of the repository.
 */
export function withAbsoluteAddresses(markdown: string): string {
	return markdown
		.replaceAll(/\]\((?!https?:|#)/g, `](${PAGES}`)
		.replaceAll(/\b(src|srcset)="(?!https?:)/g, `$1="${PICTURES}`);
}
