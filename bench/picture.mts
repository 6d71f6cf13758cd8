import type { Results } from './report.mts';

const COLORS = { httpRequest: '#b45309', triggerFlow: '#2563eb' };
const [LEFT, TOP, BAR, WIDTH] = [170, 50, 14, 720];
const ROW = 2 * BAR + 12;

/** As an SVG: how long each node takes, where both do the same work. */
export function toSvg({ rows }: Results): string {
	const shown = rows.filter(({ unit, httpRequest }) => unit === 's' && httpRequest !== undefined);
	const longest = Math.max(
		...shown.map(({ httpRequest = 0, triggerFlow }) => Math.max(httpRequest, triggerFlow)),
	);
	const bar = (y: number, seconds: number, color: string) => {
		const width = Math.round((seconds / longest) * (WIDTH - LEFT - 60));
		return `<rect x="${LEFT}" y="${y}" width="${width}" height="${BAR}" fill="${color}"/>
<text x="${LEFT + width + 6}" y="${y + 11}">${seconds.toFixed(1)} s</text>`;
	};
	const bars = shown.map(({ title, httpRequest = 0, triggerFlow }, index) => {
		const y = TOP + index * ROW;
		return `<text x="${LEFT - 10}" y="${y + 18}" text-anchor="end">${title}</text>
${bar(y, httpRequest, COLORS.httpRequest)}
${bar(y + BAR, triggerFlow, COLORS.triggerFlow)}`;
	});
	const height = TOP + shown.length * ROW;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="10" y="20" font-size="15">Seconds for 1,000 items</text>
<rect x="10" y="30" width="10" height="10" fill="${COLORS.httpRequest}"/><text x="25" y="39">HTTP Request</text>
<rect x="115" y="30" width="10" height="10" fill="${COLORS.triggerFlow}"/><text x="130" y="39">Trigger Flow</text>
${bars.join('\n')}
</svg>
`;
}
