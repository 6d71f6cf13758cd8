/** Where one joins a line: before all that came as last ones, behind the first of them, or at the end. */
export type Place = 'first' | 'second' | 'last';

/** Who waits. Those that go first stay in the order in which they came. */
export class Line<Element> {
	private readonly all: Element[] = [];
	private readonly lastOnes = new Set<Element>();

	/** The next one is the first. */
	get elements(): readonly Element[] {
		return this.all;
	}

	join(element: Element, place: Place): void {
		const index = this.all.findIndex((one) => this.lastOnes.has(one));
		if (place === 'last') this.lastOnes.add(element);
		if (place === 'last' || index === -1) this.all.push(element);
		else this.all.splice(place === 'second' ? index + 1 : index, 0, element);
	}

	remove(element: Element): void {
		const index = this.all.indexOf(element);
		if (index !== -1) this.all.splice(index, 1);
		this.lastOnes.delete(element);
	}
}
