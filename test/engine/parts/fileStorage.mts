import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';

/** Lets n8n keep files in a new folder, and gives its path. */
export async function useFileStorage(): Promise<string> {
	const storage = mkdtempSync(join(tmpdir(), 'trigger-flow-storage-'));
	Object.assign(Container.get(BinaryDataConfig), { mode: 'filesystem', localStoragePath: storage });
	await Container.get(BinaryDataService).init();
	return storage;
}
