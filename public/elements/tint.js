// @ts-check
// The colour of a cover, for the light that a page's header takes from it.

import { style } from '../core/dom.js';
import { hueOf, imagePath } from './cover.js';

const SIDE = 24;

/**
 * The most telling hue: each pixel votes with its saturation, so grey backgrounds do not win.
 * @param {Uint8ClampedArray} pixels RGBA
 * @returns {{ hue: number, saturation: number } | undefined} undefined for pictures without colour
 */
export function dominantHue(pixels) {
    const votes = new Float64Array(24);
    let total = 0;
    for (let offset = 0; offset < pixels.length; offset += 4) {
        const [red, green, blue] = [pixels[offset] / 255, pixels[offset + 1] / 255, pixels[offset + 2] / 255];
        const most = Math.max(red, green, blue);
        const spread = most - Math.min(red, green, blue);
        if (spread < 0.08 || most < 0.12) continue;
        const sector = most === red ? ((green - blue) / spread + 6) % 6 : most === green ? (blue - red) / spread + 2 : (red - green) / spread + 4;
        const weight = spread * spread;
        votes[Math.floor(sector * 4) % 24] += weight;
        total += weight;
    }
    if (total < (pixels.length / 4) * 0.004) return undefined;
    const best = votes.indexOf(Math.max(...votes));
    return { hue: best * 15 + 7, saturation: Math.min(0.6, 0.25 + Math.sqrt(total / (pixels.length / 4))) };
}

/**
 * Sets `--tint-hue` and `--tint-saturation` on `host`, first from the title, then from the picture.
 * @param {HTMLElement} host
 * @param {string | undefined} path
 * @param {string} title
 */
export async function tint(host, path, title) {
    const source = imagePath(path);
    host.dataset.tint = source ?? title;
    if (!source) return style(host, { 'tint-hue': String(hueOf(title)), 'tint-saturation': '42%' });
    const image = new Image();
    image.src = source;
    try {
        await image.decode();
    } catch {
        return style(host, { 'tint-hue': String(hueOf(title)), 'tint-saturation': '42%' });
    }
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SIDE;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context || host.dataset.tint !== source) return;
    context.drawImage(image, 0, 0, SIDE, SIDE);
    const found = dominantHue(context.getImageData(0, 0, SIDE, SIDE).data);
    style(host, { 'tint-hue': String(found?.hue ?? 30), 'tint-saturation': `${Math.round((found?.saturation ?? 0.04) * 100)}%` });
}
