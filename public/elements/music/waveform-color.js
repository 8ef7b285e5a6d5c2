// @ts-check
// The color of a song's waveform, which can be told from what it stands on. Pure.

import { contrast, grounds, hex, hsl, mainColor, mix, rgb } from './color-contrast.js';
import { tintOf } from './tint.js';

/** @typedef {import('./color-contrast.js').Rgb} Rgb */
/** @typedef {import('./color-contrast.js').PictureColor} PictureColor */

/** What can be told from a ground at a glance; WCAG 2.2 wants 3. */
const CONTRAST = 3.6;

/** The bar's grounds, as in player-bar.css. */
const BAR = { light: ['#ffffff'], dark: ['#1e1a1f'] };

/**
 * The color with as little white or black as it takes to tell it from all grounds.
 * @param {readonly string[]} on `#rrggbb` @param {Rgb} color @param {'light'|'dark'} scheme
 */
export function markOn(on, color, scheme) {
    const end = /** @type {Rgb} */ (scheme === 'dark' ? [1, 1, 1] : [0, 0, 0]);
    for (let part = 0; part < 50; part += 1) {
        const mixed = rgb(hex(mix(color, end, part / 50)));
        if (on.every((ground) => contrast(mixed, rgb(ground)) >= CONTRAST)) return hex(mixed);
    }
    return hex(end);
}

/**
 * The colors of a song's waveform on light and on dark.
 * @param {PictureColor[] | undefined} colors of its picture @param {string} title in place of a picture
 * @param {'bar'|'stage'} place
 */
export function waveColors(colors, title, place) {
    const { hue, saturation } = tintOf(colors, title);
    const main = mainColor(colors);
    const color = main ? rgb(main) : hsl(hue, saturation, 0.5);
    const on = (/** @type {'light'|'dark'} */ scheme) =>
        place === 'bar' ? BAR[scheme] : grounds(scheme, colors, { hue, saturation });
    return { light: markOn(on('light'), color, 'light'), dark: markOn(on('dark'), color, 'dark') };
}
