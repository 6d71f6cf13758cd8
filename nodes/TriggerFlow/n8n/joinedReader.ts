import type { AssignmentCollectionValue, IExecuteFunctions } from 'n8n-workflow';

import { isConstant, joinValues } from '../rules/context/joinedPaths';
import { isJsonObject } from '../rules/context/json';
import type { FilledForm } from '../rules/form/readForm';

/**
 * Gives the values of an item. They are n8n's own: where something keeps them from being evaluated together,
 * and for the message of every mistake, n8n reads the parameter as a whole.
 *
 * @throws n8n's own error for an expression that fails.
 */
type Reader<Value> = (itemIndex: number) => Value;

type Rows = AssignmentCollectionValue['assignments'];

/** The form, filled for an item. */
export function formReader(context: IExecuteFunctions): Reader<FilledForm> {
	const whole = (item: number) =>
		context.getNodeParameter('contextMapping', item, {}) as FilledForm;
	const written: unknown = context.getNode().parameters.contextMapping;
	if (!isJsonObject(written)) return whole;
	const { mappingMode, schema = [], value } = written as FilledForm;
	const isRead = value === null || isJsonObject(value);
	if (
		!isRead ||
		!Array.isArray(schema) ||
		!isConstant([mappingMode, schema.map(({ id, removed }) => [id, removed])])
	) {
		return whole;
	}
	const ids = Object.keys(value ?? {});
	const together = evaluator(context, Object.values(value ?? {}));
	return (item) => {
		const values = together(item);
		if (values === undefined) return whole(item);
		const filled = Object.fromEntries(ids.map((id, index) => [id, values[index]]));
		return { mappingMode, schema, value: value && filled };
	};
}

/** The rows of Fields, filled for an item. */
export function rowsReader(context: IExecuteFunctions): Reader<Rows> {
	const whole = (item: number) => rowsOf(context.getNodeParameter('contextFields', item, {}));
	const written = rowsOf(context.getNode().parameters.contextFields);
	const isRead = Array.isArray(written) && written.every(isJsonObject);
	if (!isRead || !isConstant(written.map((row) => ({ ...row, value: null })))) return whole;
	const together = evaluator(
		context,
		written.map(({ value }) => value),
	);
	return (item) => {
		const values = together(item);
		if (values === undefined) return whole(item);
		return written.map((row, index) => ({ ...row, value: values[index] as Rows[number]['value'] }));
	};
}

export function rowsOf(fields: unknown): Rows {
	return (fields as Partial<AssignmentCollectionValue> | undefined)?.assignments ?? [];
}

/** Evaluates written values together; gives undefined where that does not do. */
function evaluator(
	context: IExecuteFunctions,
	written: unknown[],
): (item: number) => unknown[] | undefined {
	const joined = joinValues(written);
	return (item) => {
		try {
			const evaluate = (expression: string): unknown =>
				context.evaluateExpression(expression, item);
			return joined?.fill(joined.paths && evaluate(joined.paths), joined.others.map(evaluate));
		} catch {
			// Read as a whole, n8n says of which parameter it is.
			return undefined;
		}
	};
}
