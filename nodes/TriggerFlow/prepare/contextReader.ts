import type { AssignmentCollectionValue, IExecuteFunctions } from 'n8n-workflow';

import { contextFromFields } from '../context/fromFields';
import { contextFromJson } from '../context/jsonText';
import { valueReader, type ValueReader } from '../context/valueReader';
import type { FlowCredential } from '../credential/flowCredential';
import {
	contextFromForm,
	fieldsOf,
	isEmpty,
	refuseFormOfOtherFlow,
	type FormField,
	type SavedForm,
} from '../form/readForm';
import { valuesFromInput } from '../form/valuesFromInput';
import { fingerprint, writtenContext } from '../memory/identity';
import { NotSentError } from '../shared/failure';
import { describeValue, isJsonObject, type JsonObject } from '../shared/json';
import { memoize } from '../shared/memoize';
import type { ReadyStart } from '../start/itemStart';

/** What an item's context is read from, beside the parameters. */
interface ContextSource {
	itemIndex: number;
	item: JsonObject;
	slug: string;
	credential: FlowCredential;
	/** The ids of the form's fields that the node fills itself. */
	filledByNode: string[];
}

/** The context, not checked yet, and the mapped fields that gave nothing. */
type Read = { context: unknown } & Pick<ReadyStart, 'empty'>;
type Reader = (source: ContextSource) => Read;

/** Gives the context of an item, and by what it is known again. @throws NotSentError */
type ContextReader = (source: ContextSource) => Read & Pick<ReadyStart, 'source'>;

export function contextReader(context: IExecuteFunctions): ContextReader {
	const mode = context.getNodeParameter('contextMode', 0);
	const written = fingerprint(writtenContext(context.getNode(), mode));
	const read = readerOf(context, mode);
	return (source) => ({
		...read(source),
		source: () => fingerprint([written, source.item]),
	});
}

function readerOf(context: IExecuteFunctions, mode: unknown): Reader {
	const read = valueReader(context);
	const { contextJson } = context.getNode().parameters;
	switch (mode) {
		case 'form':
			return fromForm(context, read);
		case 'fields':
			return fromFields(context, read);
		case 'json':
			return ({ itemIndex }) => ({
				context: contextFromJson(read(contextJson, itemIndex, 'JSON')),
			});
		case 'input':
			return ({ item }) => ({ context: item });
		default:
			throw new NotSentError('Context has an unknown value', 'Choose one of its options.');
	}
}

/** A run needs nothing but what n8n saved in the node: no example. */
function fromForm(context: IExecuteFunctions, read: ValueReader): Reader {
	const form = (context.getNode().parameters.contextMapping ?? {}) as SavedForm;
	const isAutomatic = form.mappingMode === 'autoMapInputData';
	const savedFields = memoize(() => fieldsOf(form));
	return ({ itemIndex, item, slug, credential, filledByNode }) => {
		const fields = savedFields();
		refuseFormOfOtherFlow(fields, slug, credential);
		const own = fields.filter(({ id }) => !filledByNode.includes(id));
		const written = ({ id }: { id: string }) => form.value?.[id];
		const valueOf = (field: FormField) => [
			field.id,
			read(written(field), itemIndex, `The field "${field.name}"`),
		];
		const values = isAutomatic
			? valuesFromInput(item, own)
			: (Object.fromEntries(fields.map(valueOf)) as Record<string, unknown>);
		const mapped = isAutomatic ? own : own.filter((field) => !isEmpty(written(field)));
		return {
			context: contextFromForm(fields, values, own),
			empty: mapped.filter(({ id }) => isEmpty(values[id])).map(({ name }) => name),
		};
	};
}

function fromFields(context: IExecuteFunctions, read: ValueReader): Reader {
	const written: unknown = context.getNode().parameters.contextFields ?? {};
	return ({ itemIndex }) => {
		const fields = rowsOf(written).map(({ name, type, value }) => {
			const shown = String(read(name, itemIndex) ?? '');
			return { name: shown, type, value: read(value, itemIndex, `The field "${shown}"`) };
		});
		return { context: contextFromFields(fields) };
	};
}

/** Of a workflow that was written by hand, they may be anything, such as an expression. */
function rowsOf(fields: unknown): AssignmentCollectionValue['assignments'] {
	const { assignments = [], ...others } = (fields ?? {}) as Partial<AssignmentCollectionValue>;
	const isList = Array.isArray(assignments) && assignments.every(isJsonObject);
	if (isJsonObject(fields) && isList && Object.keys(others).length === 0) return assignments;
	throw new NotSentError(
		`The custom fields are ${describeValue(fields)}, but have to be { "assignments": […] }`,
		'Open the node and add the fields one by one, or set Context to JSON.',
	);
}
