import { Scenario } from './scenario.mts';

const fails = () => {
	throw new Error('not there');
};
const passes = () => {};

let printed: string[];
let failures: string[];
let scenario: Scenario;

beforeEach(() => {
	printed = [];
	failures = [];
	jest.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
	scenario = new Scenario(async (step) => void failures.push(step));
});

afterEach(() => jest.restoreAllMocks());

test('a step is run after one that failed', async () => {
	await scenario.step('Open', fails);
	await scenario.step('Read', passes);
	expect(scenario.tally).toEqual({ passed: 1, failed: 1 });
	expect(printed).toEqual(['✘ Open\nnot there', '✔ Read']);
});

test('a step that needs one that failed is not run, and is counted where it failed', async () => {
	const action = jest.fn();
	const opened = await scenario.step('Open', fails);
	await scenario.after(opened).step('Read', action);
	expect(action).not.toHaveBeenCalled();
	expect(scenario.tally).toEqual({ passed: 0, failed: 1 });
	expect(failures).toEqual(['Open']);
	expect(printed.at(-1)).toBe("– Read\n  not run: needs 'Open'");
});

test('a step that needs one that was not run names the one that failed', async () => {
	const opened = await scenario.step('Open', fails);
	const read = await scenario.after(opened).step('Read', passes);
	await scenario.after(read).step('Write', passes);
	expect(scenario.tally).toEqual({ passed: 0, failed: 1 });
	expect(printed.at(-1)).toBe("– Write\n  not run: needs 'Open'");
});

test('a step is run when all that it needs have passed, whatever else failed', async () => {
	const opened = await scenario.step('Open', passes);
	await scenario.step('Read', fails);
	const written = await scenario.after(opened).step('Write', passes);
	await scenario.after(opened, written).step('Close', passes);
	expect(scenario.tally).toEqual({ passed: 3, failed: 1 });
});

test('one of several that failed is enough', async () => {
	const opened = await scenario.step('Open', passes);
	const read = await scenario.step('Read', fails);
	await scenario.after(opened, read).step('Close', passes);
	expect(printed.at(-1)).toBe("– Close\n  not run: needs 'Read'");
});

test('a step that needs all steps so far is not run after any failure', async () => {
	await scenario.step('Open', fails);
	await scenario.step('Read', passes);
	await scenario.after(...scenario.steps).step('Publish', passes);
	expect(scenario.tally).toEqual({ passed: 1, failed: 1 });
});

test('a failed step that needs another one is a failure of its own', async () => {
	const opened = await scenario.step('Open', passes);
	await scenario.after(opened).step('Read', fails);
	expect(scenario.tally).toEqual({ passed: 1, failed: 1 });
	expect(failures).toEqual(['Read']);
});

test('a step cannot need one whose failure another scenario counts', async () => {
	const elsewhere = await new Scenario(async () => {}).step('Open', fails);
	expect(() => scenario.after(elsewhere)).toThrow('its own scenario');
});
