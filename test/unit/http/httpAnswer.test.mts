import { maskAnswer, summarizeBody } from '../../../nodes/StartFlow/http/httpAnswer';
import type { JsonValue } from '../../../nodes/StartFlow/shared/json';

const TOKEN = 'secret-token-123';

describe('the body of a failure', () => {
	const readBody = (body: string | Buffer, type?: string) => {
		const headers = { 'content-type': type };
		const answer = { statusCode: 422, headers, body: Buffer.from(body) };
		return summarizeBody(maskAnswer(answer, TOKEN), TOKEN);
	};

	test.each<[string | Buffer, string | undefined, JsonValue | undefined]>([
		['{"error":"no such field"}', 'text/plain', { error: 'no such field' }],
		['[1,2]', undefined, [1, 2]],
		['{"half":', 'application/json', '{"half":'],
		['no\n such  field', 'text/plain', 'no\n such  field'],
		[Buffer.from('größer', 'latin1'), 'text/plain; charset=iso-8859-1', 'größer'],
		['', undefined, undefined],
		[' \r\n', 'text/plain', undefined],
		['{ }', 'application/json', undefined],
	])('reads %j under %s as %j', (body, type, expected) => {
		expect(readBody(body, type).body).toEqual(expected);
	});

	test.each<[string, string | undefined]>([
		['{"message":"Card declined","code":7}', 'Card declined'],
		['{"detail":"a","error":"b","message":"c"}', 'c – b – a'],
		['{"error":"Bad Request","message":"Bad Request"}', 'Bad Request'],
		['{"error":{"code":5,"message":"no\\nsuch field"}}', 'no such field'],
		['{"message":5,"error":" "}', '{"message":5,"error":" "}'],
		[`{"a":\n"${'x'.repeat(1000)}"}`, `{"a":"${'x'.repeat(293)}…`],
	])('shows for %.40s: %.40s', (body, line) => {
		expect(readBody(body, 'application/json').line).toBe(line);
	});

	test('is text if it is longer than 10,000 characters, with a mark that it was cut', () => {
		const whole = JSON.stringify(['€'.repeat(9_996)]);
		expect(readBody(whole).body).toEqual([expect.any(String)]);
		const longer = JSON.stringify(['€'.repeat(9_997)]);
		expect(readBody(longer).body).toBe(`${longer.slice(0, 10_000)}… (cut)`);
	});
});
