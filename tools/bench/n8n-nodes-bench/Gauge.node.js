const { readFileSync, writeFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { setTimeout: sleep } = require('node:timers/promises');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const RESOLUTION_MS = 5;

/** The memory in use when the measured node began. */
let before;
let delay;
let cpu;

/**
 * Runs before and after the measured node, and measures what n8n's process used in between.
 *
 * Before: collects garbage, so that no node pays for another's, and passes the items on.
 * After: one item. `base`, `heap` and `peak` are in bytes, `cpu` is in ms, `silence` is the longest time in ms for
 * which the event loop was held up, `sockets` and `listeners` are numbers of open ones.
 */
class Gauge {
	constructor() {
		this.description = {
			displayName: 'Gauge',
			name: 'gauge',
			group: ['transform'],
			version: 1,
			description: 'Measure the node between two gauges',
			defaults: { name: 'Gauge' },
			inputs: ['main'],
			outputs: ['main'],
			properties: [{ displayName: 'Place', name: 'place', type: 'string', default: 'before' }],
		};
	}

	async execute() {
		if (this.getNodeParameter('place', 0) === 'after') {
			const peak = memory('VmHWM');
			const { user, system } = process.cpuUsage(cpu);
			// Counts the delay of the last turn, too.
			await sleep(2 * RESOLUTION_MS);
			delay.disable();
			const silence = Math.max(0, delay.max / 1e6 - RESOLUTION_MS);
			return [[{ json: { ...before, peak, silence, cpu: (user + system) / 1000 } }]];
		}
		// With the time to hand the emptied pages back to the system: else the start of n8n would hide the peak.
		for (let round = 0; round < 3; round++) {
			collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
			await sleep(300);
		}
		// The peak (VmHWM) starts again at what is in use now: proc(5), clear_refs.
		if (memory('VmHWM') !== null) writeFileSync('/proc/self/clear_refs', '5');
		const resources = process.getActiveResourcesInfo();
		before = {
			base: memory('VmRSS'),
			heap: process.memoryUsage().heapUsed,
			sockets: resources.filter((name) => name === 'TCPSocketWrap').length,
			listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
		};
		delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
		delay.enable();
		cpu = process.cpuUsage();
		return [this.getInputData()];
	}
}

/** A line of Linux's /proc/self/status, in bytes; `null` on another system. */
function memory(name) {
	try {
		const status = readFileSync('/proc/self/status', 'utf8');
		return Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)[1]) * 1024;
	} catch {
		return null;
	}
}

module.exports = { Gauge };
