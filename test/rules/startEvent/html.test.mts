import { decodeHtml, isHtml } from '../../../nodes/TriggerFlow/rules/startEvent/html';

test.each([
	['&quot;', '"'],
	['&QUOT;', '"'],
	['&#34;', '"'],
	['&#034;', '"'],
	['&#x22;', '"'],
	['&#X22;', '"'],
	['&apos;', "'"],
	['&#39;', "'"],
	['&#039;', "'"],
	['&#x27;', "'"],
])('%s is a quote of a page, %j', (reference, sign) => {
	expect(isHtml(`a${reference}b`)).toBe(true);
	expect(decodeHtml(`a${reference}b${reference}`)).toBe(`a${sign}b${sign}`);
});

test.each([
	['&lt;', '<'],
	['&gt;', '>'],
	['&amp;', '&'],
	['&nbsp;', ' '],
	['&#160;', ' '],
	['&#xa0;', ' '],
	['&#xA0;', ' '],
])('%s is %j, and makes no page of a text', (reference, sign) => {
	expect(isHtml(`a${reference}b`)).toBe(false);
	expect(decodeHtml(`a${reference}b`)).toBe(`a${sign}b`);
});

test.each(['&copy;', '&#35;', '&quot', 'quot;', '&amp', '&#0034;', '&#x222;', 'a & b; c'])(
	'%s is left as it is',
	(text) => {
		expect(isHtml(text)).toBe(false);
		expect(decodeHtml(text)).toBe(text);
	},
);

test('what is decoded is not decoded again', () => {
	expect(decodeHtml('&amp;quot;')).toBe('&quot;');
});
