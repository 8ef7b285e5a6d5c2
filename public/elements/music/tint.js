// @ts-check
// The light that a page's header takes from its cover: the server has counted the cover's colors.

import { style } from '../../core/dom.js';
import { grounds } from './color-contrast.js';
import { hueOf } from './cover.js';

/** @typedef {import('./color-contrast.js').PictureColor} CoverColor */

/**
 * The most telling hue: each color votes with its weight and its saturation, so gray backgrounds do not win.
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
        const sector =
            high === red
                ? ((green - blue) / spread + 6) % 6
                : high === green
                  ? (blue - red) / spread + 2
                  : (red - green) / spread + 4;
        const vote = weight * spread * spread;
        total += vote;
        if (vote > most) [most, hue] = [vote, Math.round(sector * 60)];
    }
    if (total < 0.004) return undefined;
    return { hue, saturation: Math.min(0.6, 0.25 + Math.sqrt(total)) };
}

/** @param {CoverColor[] | undefined} colors @param {string} title */
export function tintOf(colors, title) {
    if (!colors?.length) return { hue: hueOf(title), saturation: 0.42 };
    return dominantHue(colors) ?? { hue: 30, saturation: 0.04 };
}

/**
 * Sets `--tint-hue` and `--tint-saturation` on `host`, from the cover's colors, else from the title, and the colors
 * that fill its head (`fill`).
 * @param {HTMLElement} host
 * @param {CoverColor[] | undefined} colors
 * @param {string} title
 */
export function tint(host, colors, title) {
    const { hue, saturation } = tintOf(colors, title);
    style(host, { 'tint-hue': String(hue), 'tint-saturation': `${Math.round(saturation * 100)}%` });
    fill(host, colors, title);
}

/**
 * Sets the colors that fill the whole of `host`: `--light-1` to `--light-3`, and `--dark-1` to `--dark-3`.
 * @param {HTMLElement} host
 * @param {CoverColor[] | undefined} colors
 * @param {string} title
 */
export function fill(host, colors, title) {
    const { hue, saturation } = tintOf(colors, title);
    for (const scheme of /** @type {const} */ (['light', 'dark']))
        grounds(scheme, colors, { hue, saturation }).forEach((color, index) => {
            style(host, { [`${scheme}-${index + 1}`]: color });
        });
}
