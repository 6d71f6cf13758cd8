import { summarizeBody } from '../../../nodes/StartFlow/http/bodySummary';
import { maskAnswer } from '../../../nodes/StartFlow/http/attempt';
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
		['{"detail":"a","error":"b","message":"c"}', 'c – b – a'],
		['{"error":"Bad Request","message":"Bad Request"}', 'Bad Request'],
		['{"error":{"code":5,"message":"no\\nsuch field"}}', 'no such field'],
		['{"message":5,"error":" "}', '{"message":5,"error":" "}'],
		[`{"a":\n"${'x'.repeat(1000)}"}`, `{"a":"${'x'.repeat(293)}…`],
		['{"message":"It is bad.","errors":{"email":["It is missing."]}}', 'It is bad – It is missing'],
		['{"errors":[{"status":"422","title":"Invalid","detail":"No seats."}]}', 'No seats – Invalid'],
		['{"error":{"code":"7","message":{"lang":"en","value":"Not found"}}}', 'Not found'],
		['{"detail":[{"loc":["body","to"],"msg":"field required"}]}', 'field required'],
		['[{"errorCode":"INVALID","message":"No such field"}]', 'No such field'],
		['{"error":"invalid_grant","error_description":"Expired"}', 'invalid_grant – Expired'],
		['{"type":"about:blank","title":"Bad","errors":[]}', 'Bad'],
		[`{"errors":${'['.repeat(900)}"x"${']'.repeat(900)}}`, `{"errors":${'['.repeat(289)}…`],
	])('shows for %.40s: %.40s', (body, line) => {
		expect(readBody(body, 'application/json').line).toEqual(line);
	});

	test('is text if it is longer than 10,000 characters, with a mark that it was cut', () => {
		const whole = JSON.stringify(['€'.repeat(9_996)]);
		expect(readBody(whole).body).toEqual([expect.any(String)]);
		const longer = JSON.stringify(['€'.repeat(9_997)]);
		expect(readBody(longer).body).toBe(`${longer.slice(0, 10_000)}… (cut)`);
	});

	test.each([
		['<html>\n<title>502 Bad\n Gateway</title><body>x</body></html>', '502 Bad Gateway'],
		['<!DOCTYPE html><title lang="en"></title><h1>Log in</h1> <p>here', 'Log in here'],
		[`<html><title>Sorry</title>${'<p>x</p>'.repeat(2_000)}`, 'Sorry'],
	])('is a web page that says its title, or else its text: %.30s', (body, line) => {
		expect(readBody(body, 'text/html').line).toBe(line);
	});
});
