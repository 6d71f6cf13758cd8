import { isSuccess, type Attempt, type HttpAnswer } from './attempt';

/** What n8n's HTTP helper gives when the head of an answer has come. */
export interface Response {
	statusCode: number;
	headers: HttpAnswer['headers'];
	/** Unpacked. */
	body: NodeJS.ReadableStream & { destroy: () => void };
}

/** In bytes. Node has no text longer than some 530 MB, and the body is kept as Base64 for a Retry. */
const LONGEST_BODY = 400_000_000;

/** In bytes. Of a failure only the beginning is shown: some 10,000 characters. */
const LONGEST_FAILURE = 2 ** 20;

/**
 * Reads the body of an answer. The flow was started or was not, whatever becomes of the connection now.
 *
 * @param end Ends the request.
 */
export async function receive(
	{ statusCode, headers, body }: Response,
	end: AbortController,
): Promise<Attempt> {
	const answer: HttpAnswer = { statusCode, headers, body: Buffer.alloc(0) };
	// An end in the middle is told to the stream, also where nobody reads it any more.
	body.on('error', () => {});
	end.signal.addEventListener('abort', () => body.destroy());

	const most = isSuccess(answer) ? LONGEST_BODY : LONGEST_FAILURE;
	const parts: Buffer[] = [];
	let length = 0;
	try {
		for await (const part of body as AsyncIterable<Buffer>) {
			parts.push(part);
			length += part.length;
			if (length <= most) continue;
			end.abort();
			if (isSuccess(answer)) return { answer: { ...answer, truncated: true } };
			break;
		}
		return { answer: { ...answer, body: Buffer.concat(parts) } };
	} catch {
		return { answer: { ...answer, truncated: true } };
	}
}
