const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');
const { build } = require('esbuild');

const clean = () => rm('dist', { recursive: true, force: true });

/**
 * One file per node and credential: the published package has no runtime dependency. n8n brings
 * n8n-workflow.
 */
const bundle = () =>
	build({
		entryPoints: ['nodes/StartFlow/StartFlow.node.ts', 'credentials/StartFlowApi.credentials.ts'],
		outdir: 'dist',
		outbase: '.',
		bundle: true,
		platform: 'node',
		target: 'node20',
		format: 'cjs',
		external: ['n8n-workflow'],
		logLevel: 'warning',
	});

/** Icons, and the codex that n8n's node panel reads. */
const copyAssets = () =>
	src('nodes/**/*.{svg,node.json}', { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = series(clean, parallel(bundle, copyAssets));
exports.default = exports.build;
