import { table } from '../docs/table.mts';

/** What a benchmark has found: docs/benchmark.json. */
export interface Results {
	/** On what it ran, and how. */
	about: string;
	rows: Row[];
}

export interface Row {
	title: string;
	/** Of the two figures. */
	unit: string;
	/** Missing where Trigger Flow is compared with something else. */
	httpRequest?: number;
	startFlow: number;
	/** Of Trigger Flow, by HTTP Request or by what the title says. The page does not show the same figure twice. */
	reached: number;
}

/** As Markdown. */
export function report({ about, rows }: Results): string {
	const lines = rows.map(({ title, unit, httpRequest, startFlow, reached }) => [
		title,
		httpRequest === undefined ? '' : shown(httpRequest, unit),
		shown(startFlow, unit),
		reached === startFlow ? '' : shown(reached),
	]);
	const head = ['', 'HTTP Request', 'Trigger Flow', 'Ratio'];
	return `${about}\n\n${table(head, lines)}`;
}

function shown(value: number, unit = ''): string {
	const digits = Number.isInteger(value) || value >= 100 ? 0 : 2;
	const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
	return `${value.toLocaleString('en', format)} ${unit}`.trim();
}
