import {
	hasOption,
	readOptions,
	valuesOf,
} from '../../../nodes/TriggerFlow/rules/startEvent/curlOptions';

/** Options as `name=value`, or as `name` alone, from words between blanks. */
const read = (command: string) =>
	readOptions(command.split(' ').map((text) => ({ text, expands: false }))).map(
		({ name, value }) => (value === undefined ? name : `${name}=${value.text}`),
	);

test.each([
	['-X PUT', ['request=PUT']],
	['-XPUT', ['request=PUT']],
	['-X=PUT', ['request=PUT']],
	['-da=b', ['data=a=b']],
	['-sSLX PUT', ['s', 'S', 'L', 'request=PUT']],
	['-sXPUT', ['s', 'request=PUT']],
	['--request PUT', ['request=PUT']],
	['--request=PUT', ['request=PUT']],
	['--request= PUT', ['request=', 'url=PUT']],
	['--data=a=b', ['data=a=b']],
	['--expand-data a', ['data=a']],
	['--data-expand-x a', ['data-expand-x', 'url=a']],
	['--compressed a', ['compressed', 'url=a']],
	['-i a', ['i', 'url=a']],
	['-G -I a', ['get', 'head', 'url=a']],
	['-: a', ['next', 'url=a']],
	['-d', ['data']],
	['-d a b', ['data=a', 'url=b']],
	['-d -X', ['data=-X']],
	['a b', ['url=a', 'url=b']],
	['- a', ['url=-', 'url=a']],
	['-- -X PUT', ['url=-X', 'url=PUT']],
	['-s -- -d', ['s', 'url=-d']],
])('%j is %j', (command, options) => {
	expect(read(command)).toStrictEqual(options);
});

describe('dashes that a document changed', () => {
	test.each([
		['–X PUT', ['request=PUT']],
		['—request PUT', ['request=PUT']],
		['–request PUT', ['request=PUT']],
		['-–request PUT', ['request=PUT']],
		['––request PUT', ['request=PUT']],
		['–-request PUT', ['request=PUT']],
		['\u2010d a', ['data=a']],
		['\u2011d a', ['data=a']],
		['\u2212d a', ['data=a']],
		['―url a', ['url=a']],
		['–XPUT', ['request=PUT']],
		['–Xput', ['request=put']],
		['–si a', ['s', 'i', 'url=a']],
		['–sSL a', ['s', 'S', 'L', 'url=a']],
		['—http2 a', ['http2', 'url=a']],
		['—tls-max 1.2', ['tls-max=1.2']],
		['a–b', ['url=a–b']],
	])('%j is %j', (command, options) => {
		expect(read(command)).toStrictEqual(options);
	});
});

// curl's manual: what these options are followed by is no address.
test.each([
	...['-A', '-b', '-c', '-C', '-D', '-e', '-E', '-F', '-H', '-K', '-m', '-o', '-P', '-Q', '-r'],
	...['-t', '-T', '-u', '-U', '-w', '-x', '-y', '-Y', '-z', '--max-time', '--connect-timeout'],
	...['--abstract-unix-socket', '--write-out', '--proxy', '--retry', '--user', '--proxy1.0'],
])('%s takes the next word', (option) => {
	expect(read(`${option} a`)).toHaveLength(1);
	expect(read(`${option} a b`)).toHaveLength(2);
});

test('a value keeps that a shell would change it', () => {
	const words = ['--data=$A', '-d$B', '-d', '$C'].map((text) => ({ text, expands: true }));
	expect(readOptions(words).map(({ value }) => value)).toStrictEqual([
		{ text: '$A', expands: true },
		{ text: '$B', expands: true },
		{ text: '$C', expands: true },
	]);
});

test('a cluster of more letters than curl has flags is not read to its end', () => {
	expect(read(`-${'s'.repeat(1_000)}`).length).toBeLessThan(100);
	expect(read(`-${'s'.repeat(50)}`)).toHaveLength(50);
});

test('values are found under each of the names, in their order', () => {
	const options = readOptions(
		['-d', 'a', '--json', 'b', '-s', '-d', 'c', '-d'].map((text) => ({ text, expands: false })),
	);
	expect(valuesOf(options, 'data', 'json').map(({ text }) => text)).toStrictEqual(['a', 'b', 'c']);
	expect(valuesOf(options, 'request')).toStrictEqual([]);
	expect(hasOption(options, 'json')).toBe(true);
	expect(hasOption(options, 'request')).toBe(false);
});
