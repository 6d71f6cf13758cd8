const { readFileSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** The CPU profile that is being taken: the gauge before begins it, the gauge after ends it. */
let session;

/** What was in use when the measured node began: memory and heap in bytes, and TCP sockets. */
let before = { base: null, heap: null, sockets: null };

/**
 * Stands before and after the node that is measured, and says what happened to n8n's process
 * between the two: its memory, and where its CPU time went.
 *
 * Before: collects garbage, so that no node pays for another's, and passes the items on.
 * After: one item, `{ base, heap, peak, sockets }`, in bytes and in numbers.
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
			properties: [
				{ displayName: 'Place', name: 'place', type: 'string', default: 'before' },
				{ displayName: 'Profile', name: 'profile', type: 'string', default: '' },
			],
		};
	}

	async execute() {
		const profile = this.getNodeParameter('profile', 0);
		if (this.getNodeParameter('place', 0) === 'after') {
			if (profile !== '') endProfile(profile);
			return [[{ json: { ...before, peak: memory('VmHWM') } }]];
		}
		await giveBackMemory();
		resetPeak();
		before = { base: memory('VmRSS'), heap: process.memoryUsage().heapUsed, sockets: sockets() };
		if (profile !== '') beginProfile();
		return [this.getInputData()];
	}
}

/**
 * Collects garbage as thoroughly as V8 can, and gives V8 the time to hand the emptied pages back to
 * the system: else the start of n8n, which takes twice what it holds later, would hide the peak.
 */
async function giveBackMemory() {
	for (let round = 0; round < 3; round++) {
		collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
		await new Promise((resolve) => setTimeout(resolve, 300));
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

function sockets() {
	return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
}

/** The peak (VmHWM) begins anew at what is in use now: proc(5), clear_refs. */
function resetPeak() {
	try {
		writeFileSync('/proc/self/clear_refs', '5');
	} catch {
		// Not on Linux: `memory` says so.
	}
}

function beginProfile() {
	session = new Session();
	session.connect();
	session.post('Profiler.enable');
	session.post('Profiler.setSamplingInterval', { interval: 500 });
	session.post('Profiler.start');
}

/** The calls of an in-process session are answered before they return. */
function endProfile(file) {
	session.post('Profiler.stop', (error, result) => {
		if (error === null) writeFileSync(file, JSON.stringify(result.profile));
	});
	session.disconnect();
}

module.exports = { Gauge };
