import { BarChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

import { TITLES, type ContenderId } from './contenders.mts';
import { timePerItem, type Results } from './report.mts';
import { SCENARIOS, type ScenarioId } from './scenarios.mts';

use([BarChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer]);

/** By the name in the legend. Of Trigger Flow, each scenario has one of these. */
const CONTENDERS: Record<string, ContenderId[]> = {
	[TITLES.httpRequest]: ['httpRequest'],
	[TITLES.ours]: ['ours', 'oursForm'],
};
const SHOWN: ScenarioId[] = ['noLatency', 'form', 'manyForm', 'latency', 'latency1000'];

/** As an SVG: how long an item takes with each node, where none of them is turned away. */
export function toSvg({ rows }: Results): string {
	const chart = init(null, null, { renderer: 'svg', ssr: true, width: 800, height: 480 });
	chart.setOption({
		animation: false,
		backgroundColor: '#ffffff',
		color: ['#b45309', '#2563eb'],
		title: { text: 'Milliseconds per item, median of the rounds', left: 10, top: 8 },
		legend: { left: 10, top: 40 },
		grid: { left: 150, right: 50, top: 75, bottom: 30 },
		xAxis: { type: 'value' },
		yAxis: {
			type: 'category',
			inverse: true,
			data: SHOWN.map((id) => {
				const { items, title } = SCENARIOS[id];
				return `${items.toLocaleString('en')} items,\n${title}`;
			}),
		},
		series: Object.entries(CONTENDERS).map(([name, contenders]) => ({
			type: 'bar',
			name,
			label: { show: true, position: 'right' },
			data: SHOWN.flatMap((id) => {
				const own = rows.filter((row) => row.scenario === id && contenders.includes(row.contender));
				return own.map((row) => timePerItem(row).toFixed(2));
			}),
		})),
	});
	const svg = chart.renderToSVGString();
	chart.dispose();
	return svg;
}
