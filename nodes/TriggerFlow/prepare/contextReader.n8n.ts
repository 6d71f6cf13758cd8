import type { AssignmentCollectionValue, IExecuteFunctions } from 'n8n-workflow';

import { readContextJson } from '../context/contextJson';
import { buildContextFromFields } from '../context/customFields';
import { createValueReader, type ReadValue } from '../context/valueReader.n8n';
import type { FlowCredential } from '../credential/flowCredential';
import { mapAutomatically } from '../form/automaticMapping';
import {
	buildContextFromForm,
	isEmpty,
	readFields,
	requireFormOfFlow,
	type FormField,
	type SavedForm,
} from '../form/readForm';
import { computeFingerprint, listContextParameters } from '../memory/identity';
import { NotSentError } from '../shared/failure';
import { describeValue, isJsonObject, type JsonObject } from '../shared/json';
import { memoize } from '../shared/memoize';
import type { ReadyStart } from '../start/itemStart';

/** What the context of an item is read from, beside the parameters. */
interface ContextSource {
	itemIndex: number;
	item: JsonObject;
	slug: string;
	credential: FlowCredential;
	/** The ids of the form's fields that the node fills itself. */
	fieldsFilledByNode: string[];
}

/** The context is not checked yet. */
type MappedContext = { context: unknown } & Pick<ReadyStart, 'emptyFields'>;
type ReadMode = (source: ContextSource) => MappedContext;

/** Reads the context of an item, and the makings by which it is recognized. @throws NotSentError */
export type ReadContext = (
	source: ContextSource,
) => MappedContext & Pick<ReadyStart, 'computeSourceHash'>;

export function createContextReader(n8n: IExecuteFunctions): ReadContext {
	const mode = n8n.getNodeParameter('contextMode', 0);
	const parametersHash = computeFingerprint(listContextParameters(n8n.getNode(), mode));
	const readMode = createModeReader(n8n, mode);
	return (source) => ({
		...readMode(source),
		computeSourceHash: () => computeFingerprint([parametersHash, source.item]),
	});
}

function createModeReader(n8n: IExecuteFunctions, mode: unknown): ReadMode {
	const readValue = createValueReader(n8n);
	const { contextJson } = n8n.getNode().parameters;
	switch (mode) {
		case 'form':
			return createFormReader(n8n, readValue);
		case 'fields':
			return createCustomFieldsReader(n8n, readValue);
		case 'json':
			return ({ itemIndex }) => ({
				context: readContextJson(readValue(contextJson, itemIndex, 'JSON')),
			});
		case 'input':
			return ({ item }) => ({ context: item });
		default:
			throw new NotSentError('Context has an unknown value', 'Choose one of its options.');
	}
}

/** A run needs only what n8n saved in the node, and no example. */
function createFormReader(n8n: IExecuteFunctions, readValue: ReadValue): ReadMode {
	const form = (n8n.getNode().parameters.contextMapping ?? {}) as SavedForm;
	const isAutomatic = form.mappingMode === 'autoMapInputData';
	const readFieldsOnce = memoize(() => readFields(form));
	const getWritten = ({ id }: FormField) => form.value?.[id];
	const readWritten = (fields: FormField[], itemIndex: number): Record<string, unknown> =>
		Object.fromEntries(
			fields.map((field) => [
				field.id,
				readValue(getWritten(field), itemIndex, `The field "${field.name}"`),
			]),
		);
	return ({ itemIndex, item, slug, credential, fieldsFilledByNode }) => {
		const fields = readFieldsOnce();
		requireFormOfFlow(fields, slug, credential);
		const mappable = fields.filter(({ id }) => !fieldsFilledByNode.includes(id));
		const values = isAutomatic ? mapAutomatically(item, mappable) : readWritten(fields, itemIndex);
		const mapped = isAutomatic ? mappable : mappable.filter((field) => !isEmpty(getWritten(field)));
		return {
			context: buildContextFromForm(fields, values, mappable),
			emptyFields: mapped.filter(({ id }) => isEmpty(values[id])).map(({ name }) => name),
		};
	};
}

function createCustomFieldsReader(n8n: IExecuteFunctions, readValue: ReadValue): ReadMode {
	const written: unknown = n8n.getNode().parameters.contextFields ?? {};
	return ({ itemIndex }) => {
		const fields = requireAssignments(written).map((field) => {
			const name = String(readValue(field.name, itemIndex) ?? '');
			const value = readValue(field.value, itemIndex, `The field "${name}"`);
			return { name, type: field.type, value };
		});
		return { context: buildContextFromFields(fields) };
	};
}

/** In a workflow that somebody wrote by hand, the fields may be anything, such as an expression. */
function requireAssignments(fields: unknown): AssignmentCollectionValue['assignments'] {
	const { assignments = [], ...others } = (fields ?? {}) as Partial<AssignmentCollectionValue>;
	const isList = Array.isArray(assignments) && assignments.every(isJsonObject);
	if (isJsonObject(fields) && isList && Object.keys(others).length === 0) return assignments;
	throw new NotSentError(
		`The custom fields are ${describeValue(fields)}, but have to be { "assignments": […] }`,
		'Open the node and add the fields one by one, or set Context to JSON.',
	);
}
