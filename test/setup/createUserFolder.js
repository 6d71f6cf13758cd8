const { mkdtemp } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** n8n-core reads these when it is loaded. The folder is temporary, never a person's n8n folder. */
module.exports = async () => {
	process.env.N8N_USER_FOLDER = await mkdtemp(join(tmpdir(), 'start-flow-test-'));
	process.env.N8N_ENCRYPTION_KEY = 'a-key-for-tests-only';
	process.env.N8N_LOG_LEVEL = 'silent';
};
