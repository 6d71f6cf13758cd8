import { decodeAnsi } from '../../../nodes/TriggerFlow/rules/startEvent/ansiQuote';

// What bash makes of it is seen in splitWords.test.mts. This is what it leaves open.
test.each([
	['bytes that are no UTF-8, as Firefox writes them', '\\xe9\\xe8 \\351', 'éè é'],
	['the two halves of a sign, as Chrome writes them', '\\ud83d\\ude00', '😀'],
	['a code that no sign has', 'a\\U110000z \\UFFFFFFFF', 'a\ufffdz \ufffd'],
])('%s: %s', (_what, escaped, text) => {
	expect(decodeAnsi(escaped)).toBe(text);
});
