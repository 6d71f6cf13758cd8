import {
	ExpressionEvaluator,
	IsolatedVmBridge,
	type EvaluatorConfig,
} from '@n8n/expression-runtime';
import { Expression, type IExecuteFunctions } from 'n8n-workflow';
import { expressionSandboxHooks } from 'n8n-workflow/dist/cjs/expression-sandboxing.js';

export type Engine = 'legacy' | 'vm';

/** n8n's engines for expressions. Its isolate has no binary for some versions of Node. */
export const ENGINES: Engine[] = canLoadIsolate() ? ['legacy', 'vm'] : ['legacy'];

function canLoadIsolate(): boolean {
	try {
		void new IsolatedVmBridge().dispose();
		return true;
	} catch {
		return false;
	}
}

/** Evaluates expressions with an engine while `use` runs. The engine tests use the legacy one otherwise. */
export async function useEngine<Result>(
	engine: Engine,
	n8n: IExecuteFunctions,
	use: () => Result,
): Promise<Result> {
	if (engine === 'legacy') return use();
	const { workflow } = n8n as unknown as { workflow: { expression: Expression } };
	const statics = Expression as unknown as { vmEvaluator?: ExpressionEvaluator };
	statics.vmEvaluator ??= await createEvaluator();
	Expression.setExpressionEngine('vm');
	try {
		return await workflow.expression.withIsolate(async () => use());
	} finally {
		Expression.setExpressionEngine('legacy');
	}
}

async function createEvaluator(): Promise<ExpressionEvaluator> {
	const config = {
		createBridge: () => new IsolatedVmBridge({ timeout: 5_000 }),
		maxCodeCacheSize: 1_024,
		hooks: expressionSandboxHooks,
	} as EvaluatorConfig;
	const evaluator = new ExpressionEvaluator(config);
	await evaluator.initialize();
	return evaluator;
}
