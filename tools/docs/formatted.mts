import { format, resolveConfig } from 'prettier';

/** Formats text as Prettier formats this file of the project. */
export async function formatted(file: string, text: string): Promise<string> {
	return await format(text, { ...(await resolveConfig(file)), filepath: file });
}
