import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** For everything that never ships. What ships is under n8n's own strict config. */
export default defineConfig(
	{ ignores: ['dist', 'node_modules'] },
	tseslint.configs.strict,
	tseslint.configs.stylistic,
	{
		files: ['**/*.mts'],
		languageOptions: { parserOptions: { project: './tsconfig.tools.json' } },
		rules: {
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/await-thenable': 'error',
		},
	},
	{
		rules: {
			'@typescript-eslint/array-type': ['error', { default: 'array-simple' }],
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ varsIgnorePattern: '^_', argsIgnorePattern: '^_' },
			],
			'@typescript-eslint/no-empty-function': 'off',
		},
	},
	{ files: ['**/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
