import { shorten } from './text';

/**
 * An error for people: it says what is wrong, mostly with the input, and what to do. Nothing else may be shown to them.
 * n8n-workflow has a class of the same name, which pure files may not import, and which needs no next step.
 */
export class UserError extends Error {
	/** What to do next. A long error leaves out the later steps. */
	readonly advice: readonly string[];

	/** @param message One line without a period: what is wrong, and where. */
	constructor(message: string, ...advice: string[]) {
		super(message);
		this.name = 'UserError';
		this.advice = advice;
	}
}

/** What is wrong with the node's parameters or credential, or with n8n's own settings. Another item would not help. */
export class ParameterError extends UserError {}

/** What an expression throws. If its message says only "Invalid expression", the reason is beside it. */
interface ThrownByN8n {
	message?: string;
	description?: unknown;
	context?: { messageTemplate?: string; nodeCause?: string };
}

/**
 * Turns whatever was thrown into an error for people. n8n's errors have a description, too. Both may quote an item of any size, so
 * they are cut before anything else is done with them.
 */
export function toUserError(thrown: unknown): UserError {
	if (thrown instanceof UserError) return thrown;
	const { message = String(thrown), description, context } = (thrown ?? {}) as ThrownByN8n;
	const { messageTemplate, nodeCause } = context ?? {};
	const isEmpty = message === 'Invalid expression' && messageTemplate !== undefined;
	const problem = isEmpty ? `${messageTemplate} '${nodeCause}'` : message;
	// Some of n8n's descriptions are a link, or begin with "undefined".
	const isForPeople = typeof description === 'string' && !/^undefined|<\w/.test(description);
	const advice = isForPeople ? [shorten(description)] : [];
	return new UserError(shorten(problem).replace(/\.+$/, ''), ...advice);
}

/** What a person does about an error of n8n's expressions. Only n8n's editor shows what n8n advises. */
const CHECK_EXPRESSION = "Open the expression in n8n's editor, which shows what is wrong.";

/** Lets n8n evaluate an expression. An error then always comes from the expression, even a TypeError. It is no bug of the node. */
export function evaluate<T>(label: string, work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw addPrefix(`${label} has an expression that fails`, error, CHECK_EXPRESSION);
	}
}

/** @param usualAdvice What to do if the error itself does not say it. */
export function addPrefix(prefix: string, thrown: unknown, ...usualAdvice: string[]): UserError {
	const { message, advice } = toUserError(thrown);
	return new UserError(`${prefix}: ${message}`, ...(advice.length > 0 ? advice : usualAdvice));
}

/** JavaScript's own errors, by their names, because those of n8n's expressions have another realm's classes. */
const FAULT_NAME = /^(Type|Range|Reference|Syntax|URI|Eval)Error$/;

/** What a person does after a bug of the node. */
export const FAULT_ADVICE = "The cause is in n8n's log. Please report it.";

/** Whether what was thrown is a bug, and not an error for people. n8n's errors, and those of its database, say what is wrong. */
export function isFault(thrown: unknown): boolean {
	const { name, message } = (thrown ?? {}) as { name?: string; message?: unknown };
	return typeof message !== 'string' || FAULT_NAME.test(String(name));
}
