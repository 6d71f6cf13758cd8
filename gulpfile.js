const { readFileSync } = require('node:fs');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');
const { build } = require('esbuild');

const clean = () => rm('dist', { recursive: true, force: true });

/** The licence of what is bundled goes along with it. */
const licence = () =>
	`/*! Bundled: jsonc-parser\n${readFileSync('node_modules/jsonc-parser/LICENSE.md', 'utf8')}*/`;

/**
 * One file per node and credential, small libraries bundled in: the published package has no
 * runtime dependency. n8n brings n8n-workflow.
 */
const bundle = () =>
	build({
		entryPoints: [
			'nodes/TriggerFlow/TriggerFlow.node.ts',
			'credentials/TriggerFlowApi.credentials.ts',
		],
		outdir: 'dist',
		outbase: '.',
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		mainFields: ['module', 'main'],
		external: ['n8n-workflow'],
		banner: { js: licence() },
		logLevel: 'warning',
	});

/** Icons, and the codex that n8n's node panel reads. */
const copyAssets = () =>
	src('nodes/**/*.{svg,node.json}', { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(clean, parallel(bundle, copyAssets));
exports.default = exports.build;
