import { readRequests } from '../../../nodes/TriggerFlow/rules/pastedRequest/readRequests';
import { refusalOf } from '../errors/refusal.mts';
import { ONE_LINE, refusal, SECRET, SMALL, URL } from './pastes.mts';

const curl = (headers: string) => `curl -X PUT ${URL} ${headers} -d '${SMALL}'`;
const irm = (header: string) => `irm ${URL} -Method PUT -Headers @{ ${header} } -Body '${SMALL}'`;
const fetches = (headers: string) =>
	`fetch("${URL}", {method: "PUT", headers: ${headers}, body: ${SMALL}})`;

const tokenIn = (pasted: string) => readRequests(pasted, true).map((each) => each.accessToken);

describe('the token of a request', () => {
	test.each([
		curl(`-H 'Authorization: Bearer ${SECRET}'`),
		curl(`-H ' AUTHORIZATION : bearer  ${SECRET} '`),
		curl(`--header=authorization:${SECRET}`),
		curl(`-H 'Authorization: Bearer Bearer ${SECRET}'`),
		curl(`-H Authorization:\\ Bearer\\ ${SECRET}`),
		curl(`-H 'Authorization: Bearer '"${SECRET}"`),
		curl(`-H "Authorization: Bearer ${SECRET.replace('K', '^K')}"`),
		curl(`-H 'Authorization: Bearer ${SECRET}' -H 'authorization: ${SECRET}'`),
		curl(`-H 'Authorization: Bearer ${SECRET}' -H 'Authorization: Bearer <ACCESS_TOKEN>'`),
		curl(`-H 'X-Note: authorization = "Bearer abc1d"' -H 'Authorization: Bearer ${SECRET}'`),
		irm(`Authorization = 'Bearer ${SECRET}'`),
		irm(`"authorization"="Bearer  ${SECRET}"`),
		irm(`“Authorization” = "bearer ${SECRET.replace('K', '`K')}"`),
		fetches(`{Authorization: 'Bearer ${SECRET}'}`),
		fetches(`{ 'authorization' : \`Bearer ${SECRET}\` }`),
		fetches(`[["Authorization", " Bearer ${SECRET}"]]`),
	])('is found in %s', (pasted) => {
		expect(tokenIn(pasted)).toEqual([SECRET]);
	});

	test.each([
		curl(''),
		curl(`-H 'X-Authorization: Bearer ${SECRET}'`),
		curl(`-H 'Authorization: Bearer ${SECRET} or so'`),
		curl(`-H 'Authorization: Bearer <ACCESS_TOKEN>'`),
		curl(`-H 'Authorization: Bearer'`),
		curl(`-H "Authorization: Bearer $TOKEN"`),
		curl(`-H "Authorization: Bearer a1b2c3$TOKEN"`),
		curl(`-H 'Authorization: Bearer --data`),
		irm(`Authorization = "Bearer YOUR_TOKEN"`),
		fetches(`{Authorization: "Bearer " + token}`),
	])('is none in %s', (pasted) => {
		const [request] = readRequests(pasted, true);
		expect(request).not.toHaveProperty('accessToken');
	});

	test('is one', () => {
		const two = curl(`-H 'Authorization: Bearer ${SECRET}' -H 'Authorization: Bearer a1B2c3D4'`);
		expect(refusalOf(() => readRequests(two, true)).message).toBe(
			'The request has more than one access token',
		);
	});

	test.each([
		curl(`-H 'Authorization: Bearer Q7xzP'`),
		curl(`-H "Authorization: Bearer ${SECRET.slice(0, 2)}"'${SECRET.slice(2)}'`),
	])('is refused in a node also where only the command tells it: %s', (pasted) => {
		expect(refusal(pasted).message).toBe(
			'The pasted request holds a real access token (in the Authorization header)',
		);
	});

	test('is refused in a node wherever else it stands', () => {
		expect(refusal(`export ACCESS_TOKEN=${SECRET}\n${ONE_LINE}`).message).toMatch(
			/holds a real access token/,
		);
	});
});
