import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { PROJECT } from '../../tools/project.mts';

/** The folder for the pictures of a run. People look at them, and git ignores them. */
export const TAKEN = join(PROJECT, 'node_modules', '.editor-pictures');

/** The pictures that the docs show. */
const SHOWN = join(PROJECT, 'docs', 'pictures');

const THEMES = ['dark', 'light'] as const;

/** The node's icon for the other theme. On the canvas, n8n changes the icon some time after the theme. */
const OTHER_ICON = {
	dark: 'img[src*="startFlow.svg"]:visible',
	light: 'img[src*="startFlow.dark.svg"]:visible',
};

/** Elements of n8n that cover the window in a picture: messages, and the icon of another node. */
const STYLE = '.el-notification, [data-test-id=floating-nodes] { visibility: hidden }';

/** The piece of a part to show, in CSS pixels. */
interface Cut {
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
			await part.locator(OTHER_ICON[colorScheme]).first().waitFor({ state: 'hidden' });
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

	/** Takes the whole screen, for the person who looks at a step. */
	async takeScreen(step: string): Promise<void> {
		const name = step.replaceAll(/[^\w]+/g, '-').toLowerCase();
		await this.page.screenshot({ path: join(TAKEN, `${name}.png`) });
	}

	/** Replaces the pictures in the docs with those of this run. */
	async publish(): Promise<void> {
		await rm(SHOWN, { recursive: true, force: true });
		await mkdir(SHOWN, { recursive: true });
		for (const name of this.names) await cp(join(TAKEN, name), join(SHOWN, name));
	}
}

/** Without the part's border, which is of the colour of what is behind it. */
async function clipOf(part: Locator, { top = 0, height = Infinity }: Cut) {
	const box = await part.boundingBox();
	if (box === null) throw new Error('There is nothing to take a picture of');
	return {
		x: box.x + 1,
		y: box.y + 1 + top,
		width: box.width - 2,
		height: Math.min(box.height - 2 - top, height),
	};
}

/** n8n changes some icons with the theme, so they are fetched again. */
async function showsItsImages(part: Locator): Promise<void> {
	// A string, because this project's type check does not know the browser's names.
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
