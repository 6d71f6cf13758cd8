/** A page of the stand-in. `body` is HTML already. */
export function page(title: string, body: string, head = ''): string {
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">${head}
<title>${escapeHtml(title)} · stand-in flow service</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
  table { border-collapse: collapse; width: 100% }
  th, td { border-bottom: 1px solid #ccc; padding: .4rem; text-align: left; vertical-align: top }
  pre { margin: 0; white-space: pre-wrap }
</style>
<h1>Stand-in flow service</h1>
<p>It takes the place of the real platform for demo and tests. What the platform does not specify
(its error codes, what flows answer) is this program's own choice.</p>
${body}
</html>
`;
}

export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
