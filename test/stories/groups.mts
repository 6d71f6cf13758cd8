/** Groups of strings. Joining two strings joins their groups. */
export class Groups {
	private readonly parents = new Map<string, string>();

	join(a: string, b: string): void {
		this.parents.set(this.rootOf(a), this.rootOf(b));
	}

	areJoined(a: string, b: string): boolean {
		return this.rootOf(a) === this.rootOf(b);
	}

	private rootOf(text: string): string {
		let root = text;
		for (;;) {
			const parent = this.parents.get(root) ?? root;
			if (parent === root) return root;
			root = parent;
		}
	}
}
