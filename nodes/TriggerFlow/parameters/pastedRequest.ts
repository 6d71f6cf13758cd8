import type { DisplayCondition } from 'n8n-workflow';

import { TOKEN } from '../rules/secrets/likelyTokens';

/**
 * What n8n's editor can tell about the pasted text while it is typed, without asking the server.
 * Only for what is shown: what is sent is decided by `readRequests`.
 */
const WORDS = '(?=[^]*[hH][tT][tT][pP])(?=[^]*slug)(?=[^]*context)';

/** It has the words that every request of a Start Event has. */
export const IS_REQUEST: DisplayCondition = { _cnd: { regex: `^${WORDS}` } };

/** It has not, or there is no text yet. */
export const IS_NO_REQUEST: DisplayCondition = { _cnd: { regex: `^(?!${WORDS})` } };

/** There is some text, without those words. */
export const IS_SOMETHING_ELSE: DisplayCondition = { _cnd: { regex: `^(?=\\s*\\S)(?!${WORDS})` } };

/**
 * There is a real token somewhere in it, which a run refuses for the same reason. Not in more than a run
 * reads: n8n gives each condition 250 ms, and does not load a workflow that takes longer (seen on 2.40.7).
 */
export const HOLDS_TOKEN: DisplayCondition = {
	_cnd: { regex: `^(?![^]{200001})[^]*?(?:${TOKEN})` },
};
