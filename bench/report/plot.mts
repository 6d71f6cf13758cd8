import {
	BarChart,
	ScatterChart,
	type BarSeriesOption,
	type ScatterSeriesOption,
} from 'echarts/charts';
import { GridComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

import { TITLES, type ContenderId } from '../contenders.mts';
import { peak, time, type Figure } from '../results.mts';
import { LATENCY, type ScenarioId } from '../scenarios.mts';
import type { Report } from './report.mts';

use([BarChart, ScatterChart, GridComponent, TitleComponent, SVGRenderer]);

const COLOURS: Record<ContenderId, string> = {
	ours: '#2563eb',
	oursInput: '#2563eb',
	httpRequest: '#b45309',
	httpRequestRetry: '#b45309',
	bare: '#64748b',
	bareBody: '#64748b',
	undici: '#94a3b8',
};

/** In px. */
const WIDTH = 920;
const PANEL = { width: 260, height: 150, left: 180, top: 50 };

interface Panel {
	scenario: ScenarioId;
	title: string;
	figure: Figure;
	/** What the figure is divided by. */
	unit: number;
	contenders: readonly ContenderId[];
}

/** The report as an SVG: a bar per median, a dot per round. */
export function toSvg(report: Report): string {
	const panels = panelsOf(report);
	const height = PANEL.top + Math.ceil(panels.length / 2) * (PANEL.height + 70);
	const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
	chart.setOption({
		animation: false,
		backgroundColor: '#ffffff',
		title: panels.map(({ title }, index) => ({
			text: title,
			...placeOf(index, -34),
			left: placeOf(index).left - PANEL.left + 20,
			textStyle: { fontSize: 13 },
		})),
		grid: panels.map((_, index) => ({
			...placeOf(index),
			width: PANEL.width,
			height: PANEL.height,
		})),
		xAxis: panels.map((_, gridIndex) => ({
			type: 'value',
			gridIndex,
			min: 0,
			splitNumber: 4,
			boundaryGap: [0, '20%'],
		})),
		yAxis: panels.map(({ contenders }, gridIndex) => ({
			type: 'category',
			gridIndex,
			inverse: true,
			axisTick: { show: false },
			axisLabel: { width: PANEL.left - 30, overflow: 'break' },
			data: contenders.map((contender) => TITLES[contender]),
		})),
		series: panels.flatMap((panel, index) => [
			bars(report, panel, index),
			dots(report, panel, index),
		]),
	});
	const svg = chart.renderToSVGString();
	chart.dispose();
	return svg;
}

function placeOf(index: number, down = 0): { left: number; top: number } {
	const [column, row] = [index % 2, Math.floor(index / 2)];
	return {
		left: PANEL.left + (column * WIDTH) / 2,
		top: PANEL.top + row * (PANEL.height + 70) + down,
	};
}

/** Two in a row, in the order of reading. */
function panelsOf({ scenarios }: Report): Panel[] {
	const panel = (id: ScenarioId, what: string, figure: Figure, unit = 1): Panel[] =>
		scenarios
			.filter((scenario) => scenario.id === id)
			.map(({ items, contenders }) => {
				const title = `${items.toLocaleString('en')} items, ${what}`;
				return { scenario: id, title, figure, unit, contenders };
			});
	return [
		...panel('noLatency', 'no latency: seconds', time, 1_000),
		...panel('latency', `${LATENCY} ms latency: seconds`, time, 1_000),
		...panel('many', 'no latency: seconds', time, 1_000),
		...panel('many', 'peak memory of n8n: MiB', peak, 1024 ** 2),
		...panel('overload', '20 at a time: flows started', ({ service }) => service.starts),
		...panel('overload', '20 at a time: answers kept', ({ answers }) => answers),
	];
}

function bars({ results }: Report, { scenario, contenders, figure, unit }: Panel, index: number) {
	return {
		type: 'bar',
		xAxisIndex: index,
		yAxisIndex: index,
		barWidth: '60%',
		data: contenders.map((contender) => {
			const middle = results.median(scenario, contender, figure);
			return {
				value: middle === null ? 0 : middle / unit,
				itemStyle: { color: COLOURS[contender] },
			};
		}),
		label: { show: true, position: 'right', distance: 8, formatter: label, color: '#0f172a' },
	} satisfies BarSeriesOption;
}

function dots({ results }: Report, { scenario, contenders, figure, unit }: Panel, index: number) {
	return {
		type: 'scatter',
		xAxisIndex: index,
		yAxisIndex: index,
		symbolSize: 5,
		itemStyle: { color: '#0f172a', opacity: 0.6 },
		data: contenders.flatMap((contender, row) =>
			results.of(scenario, contender).flatMap((measurement) => {
				const value = figure(measurement);
				return value === null ? [] : [[value / unit, row]];
			}),
		),
	} satisfies ScatterSeriesOption;
}

function label({ value }: { value?: unknown }): string {
	const number = Number(value);
	return number.toLocaleString('en', { maximumSignificantDigits: number < 1_000 ? 3 : 4 });
}
