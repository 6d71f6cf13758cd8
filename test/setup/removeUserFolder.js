const { rm } = require('node:fs/promises');

module.exports = async () => {
	await rm(process.env.N8N_USER_FOLDER, { recursive: true, force: true });
};
