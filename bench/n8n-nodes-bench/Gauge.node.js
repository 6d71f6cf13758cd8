const { readFileSync, writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** What was in use when the measured node began: memory and heap in bytes, and TCP sockets; and when. */
let before;

/**
 * Stands before and after the node that is measured, and says how much memory n8n's process took
 * between the two.
 *
 * Before: collects garbage, so that no node pays for another's, and passes the items on.
 * After: one item, `{ base, heap, peak, sockets, from, to }`, in bytes, in numbers, and when the node
 * began and ended, in ms since 1970.
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
			return [[{ json: { ...before, to: Date.now(), peak: memory('VmHWM') } }]];
		}
		// As thoroughly as V8 can, and with the time to hand the emptied pages back to the system: else
		// the start of n8n, which takes twice what it holds later, would hide the peak.
		for (let round = 0; round < 3; round++) {
			collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
			await new Promise((resolve) => setTimeout(resolve, 300));
		}
		// The peak (VmHWM) starts again at what is in use now: proc(5), clear_refs.
		if (memory('VmHWM') !== null) writeFileSync('/proc/self/clear_refs', '5');
		const resources = process.getActiveResourcesInfo();
		before = {
			base: memory('VmRSS'),
			heap: process.memoryUsage().heapUsed,
			sockets: resources.filter((name) => name === 'TCPSocketWrap').length,
			from: Date.now(),
		};
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
