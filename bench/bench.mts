import { join } from 'node:path';

import {
	nodeOf,
	TITLES,
	type ContenderId,
	type NodeContender,
	type Surroundings,
} from './contenders.mts';
import { makeItems } from './items.mts';
import type { Measurement } from './measurement.mts';
import { BenchLab } from './n8n/lab.mts';
import { runWorkflow, type ActiveWorkflow } from './n8n/runWorkflow.mts';
import { prepareSurroundings } from './n8n/surroundings.mts';
import { benchWorkflow } from './n8n/workflow.mts';
import type { Scenario, ScenarioId, Scenarios } from './scenarios.mts';
import { UndiciClient } from './undici/undici.mts';

/** Told before each run. */
export type OnRun = (title: string) => void;

/** How many items the runs have that come before the measured ones and do not count. */
const WARM_UP = 200;

/** All contenders, ready to be measured in one n8n. */
export class Bench {
	private readonly workflows = new Map<string, ActiveWorkflow>();

	private constructor(
		private readonly lab: BenchLab,
		private readonly surroundings: Surroundings,
		private readonly undici: UndiciClient,
	) {}

	static async prepare(lab: BenchLab): Promise<Bench> {
		const surroundings = await prepareSurroundings(lab.n8n.api, lab.service.url);
		const undici = await UndiciClient.start(lab);
		lab.alsoClose(() => undici.stop());
		return new Bench(lab, surroundings, undici);
	}

	get httpRequestVersion(): number {
		return this.surroundings.httpRequestVersion;
	}

	/**
	 * Measures every contender in every scenario once per round, one after another in one n8n, so
	 * that what else the machine does meets them all. Each round begins with another contender.
	 */
	async measureShared(
		scenarios: readonly Scenario[],
		rounds: number,
		onRun: OnRun,
	): Promise<Measurement[]> {
		for (const scenario of scenarios) {
			for (const contender of scenario.contenders) await this.warmUp(scenario, contender, onRun);
		}
		const measurements: Measurement[] = [];
		for (let round = 1; round <= rounds; round++) {
			for (const scenario of scenarios) {
				for (const contender of rotated(scenario.contenders, round - 1)) {
					measurements.push(await this.measureOne(scenario, contender, round, onRun));
				}
			}
		}
		return measurements;
	}

	/** The same with an n8n of its own for each contender in each round. */
	async measureSeparate(
		scenarios: Scenarios,
		rounds: number,
		onRun: OnRun,
	): Promise<Measurement[]> {
		const [first] = scenarios;
		const measurements: Measurement[] = [];
		for (const contender of first.contenders) await this.workflow(contender);
		for (let round = 1; round <= rounds; round++) {
			for (const contender of rotated(first.contenders, round - 1)) {
				await this.lab.restart();
				await this.warmUp(first, contender, onRun);
				for (const scenario of scenarios) {
					measurements.push(await this.measureOne(scenario, contender, round, onRun));
				}
			}
		}
		return measurements;
	}

	private async warmUp(scenario: Scenario, contender: ContenderId, onRun: OnRun): Promise<void> {
		onRun(`warming up ${TITLES[contender]}`);
		await this.run({ ...scenario, items: Math.min(scenario.items, WARM_UP) }, contender);
	}

	private async measureOne(
		scenario: Scenario,
		contender: ContenderId,
		round: number,
		onRun: OnRun,
	): Promise<Measurement> {
		onRun(`round ${round}: ${scenario.title}: ${TITLES[contender]}`);
		return { scenario: scenario.id, contender, round, ...(await this.run(scenario, contender)) };
	}

	/** Runs a contender once with a CPU profile, which costs time: it is no measurement. */
	async profile(scenario: Scenario, contender: NodeContender): Promise<string> {
		const file = join(this.lab.n8n.userFolder, `${contender}.cpuprofile`);
		await this.run(scenario, contender, file);
		return file;
	}

	private async run(scenario: Scenario, contender: ContenderId, profile = '') {
		const { lab } = this;
		const items = makeItems(scenario.items);
		await lab.service.behave(scenario.mode);
		const seen =
			contender === 'undici'
				? await this.undici.run(items)
				: await runWorkflow(lab, await this.workflow(contender, profile), items);
		const run = { ...seen, service: await lab.service.counts() };
		requireUnderstood(run, scenario.id, contender);
		return run;
	}

	/** Made when it is first needed: one for each contender, one more for its profile. */
	private async workflow(contender: ContenderId, profile = ''): Promise<ActiveWorkflow> {
		const path = profile === '' ? contender : `${contender}-profile`;
		const known = this.workflows.get(path);
		if (known !== undefined) return known;
		const node = nodeOf(contender as NodeContender, this.surroundings);
		const saved = await this.lab.n8n.api.createWorkflow(benchWorkflow(path, node, profile));
		await this.lab.n8n.api.activate(saved);
		const workflow = { id: saved.id, path };
		this.workflows.set(path, workflow);
		return workflow;
	}
}

/** A contender that sends something else, or fails where nothing stands in its way, is no measure. */
function requireUnderstood(
	{ service, error }: Pick<Measurement, 'service' | 'error'>,
	scenario: ScenarioId,
	contender: ContenderId,
): void {
	if (service.misunderstood === 0 && (error === null || scenario === 'overload')) return;
	throw new Error(
		`The bench is wrong: ${contender} in ${scenario} sent ${service.misunderstood} requests that are not the agreed one; its error: ${error}`,
	);
}

function rotated<T>(list: readonly T[], by: number): T[] {
	const start = by % list.length;
	return [...list.slice(start), ...list.slice(0, start)];
}
