import type { AssignmentCollectionValue, IExecuteFunctions } from 'n8n-workflow';

import { isConstant, joinValues } from '../rules/context/joinedPaths';
import { describeValue, isJsonObject } from '../rules/context/json';
import { NotSentError } from '../rules/errors/failure';
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
	const written = writtenRows(context);
	const isRead = written !== undefined && written.every(isJsonObject);
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

/** As the person has written them; `undefined` where they are not stored as rows. */
export function writtenRows(context: IExecuteFunctions): Rows | undefined {
	return rowsIn(context.getNode().parameters.contextFields);
}

function rowsIn(fields: unknown): Rows | undefined {
	const rows: unknown = isJsonObject(fields) ? fields.assignments : undefined;
	return Array.isArray(rows) ? (rows as Rows) : undefined;
}

/** An expression, and a workflow that was written by hand, may give anything. */
function rowsOf(fields: unknown): Rows {
	const rows = rowsIn(fields);
	if (rows !== undefined) return rows;
	// What n8n stores of no rows.
	if (isJsonObject(fields) && Object.keys(fields).length === 0) return [];
	const found = describeValue(fields);
	throw new NotSentError(
		`The Fields of the context are ${found}, but have to be a list under "assignments"`,
		'Open the node and add the fields one by one, or set Context to JSON.',
	);
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
