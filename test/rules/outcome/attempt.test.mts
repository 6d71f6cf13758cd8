import { isSuccess } from '../../../nodes/TriggerFlow/http/attempt';

const answered = (statusCode: number) => ({ statusCode, headers: {}, body: Buffer.alloc(0) });

test.each([200, 201, 204, 299])('HTTP %i is a start', (status) => {
	expect(isSuccess(answered(status))).toBe(true);
});

test.each([101, 199, 300, 302, 400, 429, 500])('HTTP %i is none', (status) => {
	expect(isSuccess(answered(status))).toBe(false);
});
