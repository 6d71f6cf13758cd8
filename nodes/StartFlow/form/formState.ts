import type { ContextInput, ContextMode } from '../context/contextMode';
import type { Masked } from '../shared/mask';

/** Says how the form in the node compares with the example of the flow. */
export interface FormMode extends ContextMode {
	getFormState: (flow: Flow, filledPaths: string[]) => FormState;
}

export type Flow = Pick<ContextInput, 'slug' | 'credential'>;

export interface FormState {
	/** Under Map Automatically, each item decides which fields are mapped. */
	isAutomatic: boolean;
	/** Without the fields that the node fills itself. */
	fieldCount: number;
	mappedCount: number;
	/** The names of fields that only the example has. Empty if the credential has no example. */
	added: Masked[];
	/** The names of fields that only the form has. */
	gone: Masked[];
}

export function isOutOfDate({ added, gone }: FormState): boolean {
	return added.length + gone.length > 0;
}

/** n8n has no menu beside the form of Map Automatically. */
export function adviseRefresh({ isAutomatic }: FormState): string {
	return isAutomatic
		? 'choose Map Each Column Manually, then ⋮ → Refresh Field List, and go back'
		: 'choose ⋮ → Refresh Field List';
}
