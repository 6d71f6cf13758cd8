import { declareMasked, maskJson, type Masked } from '../shared/mask';
import { shorten } from '../shared/text';

/** The parts of a credential that a sentence mentions, and the token, which it must not contain. */
interface NamedCredential {
	environment: string;
	baseUrl: string;
	accessToken: string;
}

/** Replaces the placeholders `{slug}`, `{environment}` and `{host}` in a sentence. The token is masked in them. */
export function fillIn(sentence: string, slug: string, credential: NamedCredential): Masked {
	const { environment, baseUrl, accessToken } = credential;
	const { host } = new URL(baseUrl);
	// Somebody may have pasted the token into the slug or the URL. It is masked before the slug is cut.
	const masked = maskJson({ slug, host, environment }, accessToken);
	const words: Record<string, string> = { ...masked, slug: shorten(masked.slug, 80) };
	return declareMasked(
		sentence.replace(/\{(\w+)\}/g, (_placeholder, name: string) => words[name] ?? ''),
	);
}
