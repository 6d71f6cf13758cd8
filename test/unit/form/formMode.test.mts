import { createFormMode } from '../../../nodes/StartFlow/form/formMode';
import { automaticForm } from '../../parameters.mts';
import { holding } from '../credential/requests.mts';
import { refusalOf } from '../refusal.mts';

const item = { seats: 5 };

/** The context that Map Automatically makes of the item for the flow `order-1`, with the form of `order-2`. */
const contextFor = (...flowsOfCredential: string[]) => {
	const contextMapping = automaticForm({ seats: 1 }, 'order-2');
	const { readContext } = createFormMode({ contextMapping }, () => []);
	const credential = holding(...flowsOfCredential);
	return readContext({ itemIndex: 0, item, slug: 'order-1', credential, pathsFilledByNode: [] });
};

test('Map Automatically refuses the form of another flow that the credential contains', () => {
	const { message } = refusalOf(() => contextFor('order-2'));
	expect(message).toContain('"order-2"');
	// The same flow may have another slug in production.
	expect(contextFor().context).toEqual(item);
});
