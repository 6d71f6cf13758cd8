/** A field that should give a value, but gave nothing: one that somebody filled in, or any one with Map Automatically. */
export interface MissingField {
	name: string;
	/** `undefined`: an expression found nothing. The last three occur only with Map Automatically. */
	reason: 'empty' | 'undefined' | 'noSuchName' | 'twoNames' | 'oneValueForTwo';
	/** How many further fields of the item gave nothing for the same reason, beside those that are named. */
	moreCount?: number;
}
