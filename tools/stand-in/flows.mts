import { setTimeout as sleep } from 'node:timers/promises';

import type { CallBack } from './callBack.mts';
import session from './session.json';

/** The answer of a flow. The real service does not document its answers, so these are only examples. */
export interface FlowAnswer {
	status: number;
	contentType: string;
	headers?: Record<string, string>;
	body?: string | Buffer;
}

export type Context = Record<string, unknown>;

/** One flow that the stand-in knows. `signal` ends a slow one when its caller has gone. */
export interface Flow {
	about: string;
	/** The context that its Start Event shows. */
	example: Context;
	/** @param callBack Calls the context's URL back, in the background. */
	run: (
		context: Context,
		signal: AbortSignal,
		callBack: CallBack,
	) => FlowAnswer | Promise<FlowAnswer>;
}

/** The slugs: a readable name and a suffix, as the real ones have. */
export const SLUGS = {
	echo: 'echo-4kq7zt',
	signUp: 'site-builder-sign-up-7h2m9x',
	mail: 'welcome-mail-3k8v5d',
	report: 'daily-report-2c7x4n',
	slow: 'slow-report-5w8n3c',
	failing: 'failing-payment-9d4r6v',
	greeting: 'greeting-text-6t3p5q',
	pdf: 'invoice-pdf-8w3n6k',
	approval: 'invoice-approval-2h6t8r',
	early: 'early-callback-4d8s1m',
	silent: 'silent-archive-9b5f2j',
	/** No flow has it. */
	unknown: 'no-such-flow-000000',
} as const;

/** The URL in the examples of flows that call back. Each start brings another one. */
const CALLBACK_EXAMPLE = 'https://example.com/where-to-call-back';

/** The flows by their slugs. */
export const FLOWS: Record<string, Flow> = {
	[SLUGS.echo]: {
		about: 'answers with the context',
		example: { text: 'hello', number: 1 },
		run: (context) => json(context),
	},
	[SLUGS.signUp]: {
		about: 'registers the person in context.session',
		example: session,
		run: signUp,
	},
	[SLUGS.mail]: {
		about: 'sends context.text to context.to',
		example: { to: 'ada@example.com', text: 'Welcome!' },
		run: ({ to, text }) =>
			typeof to === 'string'
				? json({ sent: true, to, text })
				: json({ message: 'context.to is missing' }, 422),
	},
	[SLUGS.report]: {
		about: 'is closed for the day (status 409)',
		example: { date: '2026-01-31' },
		run: ({ date }) =>
			json({ message: `The report of ${String(date)} has been made already` }, 409),
	},
	[SLUGS.slow]: {
		about: 'answers after context.seconds (default 3)',
		example: { seconds: 3 },
		run: async (context, signal) => {
			const seconds = typeof context.seconds === 'number' ? context.seconds : 3;
			await sleep(seconds * 1000, undefined, { signal });
			return json({ report: 'ready', seconds });
		},
	},
	[SLUGS.failing]: {
		about: 'starts and then fails with status 500',
		example: { amount: 19.9 },
		run: () => json({ message: 'The payment provider did not answer' }, 500),
	},
	[SLUGS.greeting]: {
		about: 'answers text',
		example: { name: 'Ada' },
		run: (context) => ({
			status: 200,
			contentType: 'text/plain; charset=utf-8',
			body: `Good day, ${String(context.name ?? 'whoever you are')}!`,
		}),
	},
	[SLUGS.pdf]: {
		about: 'answers with a PDF',
		example: { invoice: 'INV-1001' },
		run: ({ invoice }) => ({
			status: 200,
			contentType: 'application/pdf',
			headers: { 'Content-Disposition': `attachment; filename="${String(invoice)}.pdf"` },
			body: '%PDF-1.7',
		}),
	},
	[SLUGS.approval]: {
		about: 'asks for an approval, and calls back after context.seconds (default 3)',
		example: { callbackUrl: CALLBACK_EXAMPLE, invoice: 'INV-1001', amount: 249.5, seconds: 3 },
		run: (context, _signal, callBack) => {
			const seconds = typeof context.seconds === 'number' ? context.seconds : 3;
			const { invoice } = context;
			callBack({ approved: true, invoice, by: 'Grace Hopper' }, { afterMs: seconds * 1000 });
			return json({ accepted: true, invoice }, 202);
		},
	},
	[SLUGS.early]: {
		about: 'calls back before it answers',
		example: { callbackUrl: CALLBACK_EXAMPLE, order: 1001 },
		run: async ({ order }, _signal, callBack) => {
			await callBack({ done: true, order }).firstAttempt;
			return json({ accepted: true, order }, 202);
		},
	},
	[SLUGS.silent]: {
		about: 'never calls back',
		example: { callbackUrl: CALLBACK_EXAMPLE, order: 1001 },
		run: ({ order }) => json({ accepted: true, order }, 202),
	},
};

function signUp(context: Context): FlowAnswer {
	const session = context.session as Context | undefined;
	if (typeof session?.email !== 'string') {
		return json({ message: 'context.session.email is missing' }, 422);
	}
	const interests = Object.entries((session.interests ?? {}) as Context)
		.filter(([, isChosen]) => isChosen === true)
		.map(([name]) => name);
	return json({
		registered: true,
		greeting: `Welcome, ${String(session.first_name)}!`,
		email: session.email,
		newsletter: session.newsletter === true,
		interests,
	});
}

export function json(value: unknown, status = 200): FlowAnswer {
	return { status, contentType: 'application/json', body: JSON.stringify(value) };
}
