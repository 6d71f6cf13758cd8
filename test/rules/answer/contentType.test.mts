import { isTextual, parseContentType } from '../../../nodes/TriggerFlow/rules/answer/contentType';

test.each([
	[undefined, '', 'utf-8'],
	['', '', 'utf-8'],
	['application/json', 'application/json', 'utf-8'],
	['Application/JSON', 'application/json', 'utf-8'],
	['  text/plain ; charset=ISO-8859-1', 'text/plain', 'iso-8859-1'],
	['text/plain;charset=utf-16le', 'text/plain', 'utf-16le'],
	['text/plain;charset="UTF-16LE"', 'text/plain', 'utf-16le'],
	['text/plain; CHARSET=latin1', 'text/plain', 'latin1'],
	['text/plain; format=flowed; charset=latin1; x=y', 'text/plain', 'latin1'],
	['multipart/x; boundary=charset=latin1', 'multipart/x', 'utf-8'],
	['text/plain; xcharset=latin1', 'text/plain', 'utf-8'],
	['text/plain; charset=', 'text/plain', 'utf-8'],
	['text/plain; charset=""', 'text/plain', 'utf-8'],
	['text/plain; charset=" latin1 "', 'text/plain', 'latin1'],
	['text/plain;', 'text/plain', 'utf-8'],
	['; charset=latin1', '', 'latin1'],
	[['text/html; charset=latin1', 'text/plain'], 'text/html', 'latin1'],
	[[], '', 'utf-8'],
])('%j is %j in %j', (header, mediaType, charset) => {
	expect(parseContentType(header)).toEqual({ mediaType, charset });
});

describe('isTextual', () => {
	const of = (mediaType: string) => isTextual({ mediaType, charset: 'utf-8' });

	test.each([
		'',
		'text/plain',
		'text/html',
		'text/csv',
		'text/x-anything',
		'application/json',
		'application/problem+json',
		'application/vnd.api+json',
		'application/x-ndjson',
		'application/xml',
		'application/atom+xml',
		'image/svg+xml',
		'application/yaml',
		'application/x-yaml',
		'application/openapi+yaml',
		'application/javascript',
		'application/x-www-form-urlencoded',
		'application/graphql',
	])('%j is text', (mediaType) => {
		expect(of(mediaType)).toBe(true);
	});

	test.each([
		'application/octet-stream',
		'application/pdf',
		'application/zip',
		'image/png',
		'audio/mpeg',
		'application/jsonx',
		'application/notjson',
		'application/json-seq',
		'application/xml-dtd',
		'x-text/plain',
		'application/text',
		'text',
		'json',
		'multipart/form-data',
	])('%j is not text', (mediaType) => {
		expect(of(mediaType)).toBe(false);
	});
});
