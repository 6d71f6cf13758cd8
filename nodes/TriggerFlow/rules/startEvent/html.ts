/** Whether quotes were copied from a page's source, as `&quot;` or `&#39;`. */
export function isHtml(text: string): boolean {
	return /&(?:quot|apos|#0?3[49]|#x2[27]);/i.test(text);
}

/** `text` with the character references in it resolved, those that a command can have. */
export function decodeHtml(text: string): string {
	return text.replace(REFERENCE, (reference) => CHARACTERS.get(reference.toLowerCase()) ?? ' ');
}

const REFERENCE = /&(?:quot|apos|#0?3[49]|#x2[27]|lt|gt|amp|nbsp|#160|#xa0);/gi;

const CHARACTERS = new Map([
	['&quot;', '"'],
	['&#34;', '"'],
	['&#034;', '"'],
	['&#x22;', '"'],
	['&apos;', "'"],
	['&#39;', "'"],
	['&#039;', "'"],
	['&#x27;', "'"],
	['&lt;', '<'],
	['&gt;', '>'],
	['&amp;', '&'],
]);
