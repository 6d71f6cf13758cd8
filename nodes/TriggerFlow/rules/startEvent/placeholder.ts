/**
 * Whether a text that stands where a token belongs is clearly no token: empty, masked, a variable,
 * something in brackets, or words such as YOUR_TOKEN. Whatever is not clearly one of these is
 * taken for a real token.
 */
export function isPlaceholder(text: string): boolean {
	if (!/[A-Za-z0-9]/.test(text)) return true;
	const value = text.trim().replace(OUTER_QUOTES, '');
	if (value.length > LONGEST_PLACEHOLDER || isSecretShaped(value)) return false;
	return WRAPPED.test(value) || isMasked(value) || isWordy(value);
}

/**
 * Whether a text looks like what a machine made: a JSON Web Token, a UUID, a key. A person who
 * writes the real token between the brackets of `<ACCESS_TOKEN>` has not left a placeholder.
 */
function isSecretShaped(text: string): boolean {
	const runs = text.slice(0, 500).match(/[A-Za-z\d]{16,}/g) ?? [];
	return /(?<![\w-])eyJ[\w-]{8}/.test(text) || UUID.test(text) || runs.some(isMachineMade);
}

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;

function isMachineMade(run: string): boolean {
	const digits = run.replace(/\D/g, '').length;
	return digits >= 4 || (digits >= 2 && /[a-z]/.test(run) && /[A-Z]/.test(run));
}

/** The same for a text that may be cut off at a blank: `<YOUR TOKEN>` is one all the same. */
export function isPlaceholderStart(text: string): boolean {
	return isPlaceholder(text) || (/^[<{[$%#@&«!:]/.test(text) && !isSecretShaped(text));
}

const LONGEST_PLACEHOLDER = 200;
const OUTER_QUOTES = /^["'“”‘’]{1,4}|["'“”‘’]{1,4}$/g;

const WRAPPED = new RegExp(
	[
		/^<.*>$/,
		/^&lt;.*&gt;$/i,
		/^%3C.*%3E$/i,
		/^\{.*\}$/,
		/^%7B.*%7D$/i,
		/^\[.*\]$/,
		/^\(.*\)$/,
		/^«.*»$/,
		/^%[A-Za-z_]\w*%$/,
		/^!\w+!$/,
		/^#\{.*\}$/,
		/^@@?\w+@@?$/,
		/^__\w+__$/,
		/^\$[A-Za-z_][\w:.]*$/,
		/^\$\{.*\}$/,
		/^\$\(.*\)$/,
		/^`.*`$/,
	]
		.map(({ source }) => source)
		.join('|'),
	'is',
);

/** Mostly stars, dots or x: at most the four last signs of a token are left, as on a receipt. */
function isMasked(value: string): boolean {
	const rest = value.replace(/[*•.…xX_-]{3,}/g, '');
	return rest.length < value.length && rest.length <= 4;
}

/** Words of the kind YOUR-ACCESS-TOKEN, yourTokenHere or ACME_API_KEY, without a digit. */
function isWordy(value: string): boolean {
	if (/\d/.test(value)) return false;
	if (/^[A-Z]+(?:[_-][A-Z]+)*[_-](?:TOKEN|KEY|SECRET|PASSWORD|HERE)$/.test(value)) return true;
	const words = value
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z]+/)
		.filter((word) => word !== '');
	const isSaidToBeReplaced = words.some((word) => INVITES.has(word));
	return words.every(
		(word) => WORDS.has(word) || INVITES.has(word) || (isSaidToBeReplaced && word === 'secret'),
	);
}

/** Words that ask to be replaced. */
const INVITES = new Set(
	`your youraccesstoken yourapikey yourtoken yourtokenhere insert enter put paste add replace
	replaceme here change changeme example sample dummy placeholder redacted hidden masked removed
	omitted deleted todo tbd`.split(/\s+/),
);

const WORDS = new Set(
	`a access accesstoken an and api apikey apitoken at auth authentication authorization basic
	bearer client credential credentials customer empty env environment flow for from goes id in
	integration is it jwt key me my mytoken none null oauth of pass passwd password personal platform
	prod production qa string tenant text that the this to token tokens trigger undefined user
	username usertoken value with xxx`.split(/\s+/),
);
