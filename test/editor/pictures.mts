import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { PROJECT } from '../../tools/project.mts';

/** Where each run takes its pictures: looked at by people, not kept in the repository. */
export const TAKEN = join(PROJECT, 'node_modules', '.editor-pictures');

/** The pictures that the docs show. */
const SHOWN = join(PROJECT, 'docs', 'pictures');

const THEMES = ['dark', 'light'] as const;

/** What n8n lays over the window that a picture is about: messages, and the neighbour's icon. */
const STYLE = '.el-notification, [data-test-id=floating-nodes] { visibility: hidden }';

/** What of a part to show, when not all of it, in CSS pixels. */
interface Cut {
	/** From its left edge. */
	width?: number;
	/** What to leave out at its upper edge. */
	top?: number;
	/** From there on. */
	height?: number;
	/** How high the screen is while the picture is taken, for a part that would scroll. */
	screen?: number;
}

/** The pictures of one run. The docs' ones are each taken in light and in dark mode. */
export class Pictures {
	private readonly names: string[] = [];

	private constructor(private readonly page: Page) {}

	/** Begins with an empty folder. */
	static async of(page: Page): Promise<Pictures> {
		await rm(TAKEN, { recursive: true, force: true });
		await mkdir(TAKEN, { recursive: true });
		return new Pictures(page);
	}

	/** Takes a part of the screen for the docs, as `NAME-light.png` and `NAME-dark.png`. */
	async take(name: string, part: Locator, cut: Cut = {}): Promise<void> {
		const viewport = this.page.viewportSize();
		if (viewport !== null && cut.screen !== undefined) {
			await this.page.setViewportSize({ ...viewport, height: cut.screen });
		}
		for (const colorScheme of THEMES) {
			await this.page.emulateMedia({ colorScheme });
			await showsItsImages(part);
			const file = `${name}-${colorScheme}.png`;
			await this.page.screenshot({
				path: join(TAKEN, file),
				clip: await clipOf(part, cut),
				animations: 'disabled',
				style: STYLE,
			});
			this.names.push(file);
		}
		if (viewport !== null) await this.page.setViewportSize(viewport);
	}

	/** Takes the whole screen, for the person who looks into a failed step. */
	async takeFailure(step: string): Promise<void> {
		const name = step.replaceAll(/[^\w]+/g, '-').toLowerCase();
		await this.page.screenshot({ path: join(TAKEN, `failed-${name}.png`) });
	}

	/** Puts the pictures of this run into the docs, in the place of those of an earlier one. */
	async publish(): Promise<void> {
		await rm(SHOWN, { recursive: true, force: true });
		await mkdir(SHOWN, { recursive: true });
		for (const name of this.names) await cp(join(TAKEN, name), join(SHOWN, name));
	}
}

/** Without the part's border, which is of the colour of what is behind it. */
async function clipOf(part: Locator, { width = Infinity, top = 0, height = Infinity }: Cut) {
	const box = await part.boundingBox();
	if (box === null) throw new Error('There is nothing to take a picture of');
	return {
		x: box.x + 1,
		y: box.y + 1 + top,
		width: Math.min(box.width - 2, width),
		height: Math.min(box.height - 2 - top, height),
	};
}

/** n8n changes some icons with the theme, so they are fetched anew. */
async function showsItsImages(part: Locator): Promise<void> {
	// As text: the browser's own names are not known to this project's type check.
	await part
		.page()
		.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
	await part
		.locator('img')
		.evaluateAll((images: unknown[]) =>
			Promise.all((images as Image[]).map((image) => image.decode().catch(() => {}))),
		);
}

interface Image {
	decode: () => Promise<void>;
}
