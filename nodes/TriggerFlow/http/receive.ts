import { type HttpAnswer, isSuccess, type Attempt } from './attempt';

/** What n8n's HTTP helpers give when the head of an answer has come. */
export interface Response {
	statusCode: number;
	headers: HttpAnswer['headers'];
	/** Unpacked. */
	body: NodeJS.ReadableStream & { destroy: () => void };
}

/** In bytes. Node has no text longer than some 530 MB, and the body is kept as base64 for a retry. */
const LONGEST_BODY = 400_000_000;

/** In bytes. Of a failure only the beginning is shown: some 10,000 characters. */
const LONGEST_FAILURE = 2 ** 20;

/**
 * Reads the body of an answer. From here on the flow was started or was not, whatever becomes of the
 * connection.
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
	let length = 0;
	try {
		// One block, of which only what is written takes memory: to make one of several takes theirs again.
		let block = Buffer.allocUnsafe(Math.min(Number(headers['content-length'] ?? 0), most) || 4_096);
		for await (const part of body as AsyncIterable<Buffer>) {
			if (length + part.length > block.length) {
				const larger = Buffer.allocUnsafe(Math.max(2 * block.length, length + part.length));
				block.copy(larger);
				block = larger;
			}
			length += part.copy(block, length);
			if (length <= most) continue;
			end.abort();
			if (isSuccess(answer)) return { answer: { ...answer, lost: 'tooLarge' } };
			break;
		}
		return { answer: { ...answer, body: block.subarray(0, length) } };
	} catch (error) {
		// A RangeError: this server has no memory for so much.
		return { answer: { ...answer, lost: error instanceof RangeError ? 'tooLarge' : 'brokenOff' } };
	}
}
