// @ts-check
// The light that a page's header takes from its cover: the server has counted the cover's colors.

import { style } from '../core/dom.js';
import { hueOf } from './cover.js';

/** @typedef {import('../core/types.js').CoverColor} CoverColor */

/**
 * The most telling hue: each color votes with its weight and its saturation, so grey backgrounds do not win.
 * @param {CoverColor[]} colors
 * @returns {{ hue: number, saturation: number } | undefined} undefined for pictures without color
 */
export function dominantHue(colors) {
    let total = 0;
    let most = 0;
    let hue = 0;
    for (const { hex, weight } of colors) {
        const [red, green, blue] = [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16) / 255);
        const high = Math.max(red, green, blue);
        const spread = high - Math.min(red, green, blue);
        if (spread < 0.08 || high < 0.12) continue;
        const sector = high === red ? ((green - blue) / spread + 6) % 6 : high === green ? (blue - red) / spread + 2 : (red - green) / spread + 4;
        const vote = weight * spread * spread;
        total += vote;
        if (vote > most) [most, hue] = [vote, Math.round(sector * 60)];
    }
    if (total < 0.004) return undefined;
    return { hue, saturation: Math.min(0.6, 0.25 + Math.sqrt(total)) };
}

/**
 * Sets `--tint-hue` and `--tint-saturation` on `host`, from the cover's colors, else from the title.
 * @param {HTMLElement} host
 * @param {CoverColor[] | undefined} colors
 * @param {string} title
 */
export function tint(host, colors, title) {
    if (!colors) return style(host, { 'tint-hue': String(hueOf(title)), 'tint-saturation': '42%' });
    const found = dominantHue(colors);
    style(host, { 'tint-hue': String(found?.hue ?? 30), 'tint-saturation': `${Math.round((found?.saturation ?? 0.04) * 100)}%` });
}
