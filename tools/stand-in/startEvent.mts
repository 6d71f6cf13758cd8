/**
 * The request that a flow's Start Event shows, ready to be copied: a curl command with URL, token,
 * slug and an example context. Without `token`, a placeholder is in its place.
 */
export function startEventRequest(
	url: string,
	slug: string,
	context: object,
	token = '<ACCESS_TOKEN>',
): string {
	return [
		`curl -X PUT '${url}'`,
		`-H 'Authorization: Bearer ${token}'`,
		"-H 'Content-Type: application/json'",
		`-d '${JSON.stringify({ slug, context })}'`,
	].join(' \\\n  ');
}
