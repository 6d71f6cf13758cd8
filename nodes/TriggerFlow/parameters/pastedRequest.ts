import type { DisplayCondition } from 'n8n-workflow';

/**
 * What n8n's editor can tell about the pasted text while it is typed, without asking the server.
 * Only for what is shown: what is sent is decided by `parseStartEvent`.
 */
const WORDS = '(?=[^]*[cC][uU][rR][lL])(?=[^]*slug)(?=[^]*context)';

/** It has the words that every request of a Start Event has. */
export const IS_REQUEST: DisplayCondition = { _cnd: { regex: `^${WORDS}` } };

/** There is some text, without those words. */
export const IS_SOMETHING_ELSE: DisplayCondition = { _cnd: { regex: `^(?=\\s*\\S)(?!${WORDS})` } };

/** Its Authorization header has something that is not a placeholder such as `<ACCESS_TOKEN>`. */
export const HOLDS_TOKEN: DisplayCondition = {
	_cnd: {
		regex:
			'[aA]uthorization\\W{1,4}[bB]earer\\s{1,4}(?![<$%{[*…]|[.xX]{3}|\\w{0,9}(?:TOKEN|Token|token|REDACTED))[^\\s\'"]{4}',
	},
};
