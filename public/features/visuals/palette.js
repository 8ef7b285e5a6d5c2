// @ts-check
// A visual's five colors, derived from the colors of the track's picture. Pure.

import { chroma, hsl, luminance, mix, rgb } from '../../elements/music/color-contrast.js';
import { tintOf } from '../../elements/music/tint.js';

/** @typedef {import('../../elements/music/color-contrast.js').Rgb} Rgb */
/** @typedef {import('../../elements/music/color-contrast.js').PictureColor} PictureColor */

const BLACK = /** @type {Rgb} */ ([0, 0, 0]);
const WHITE = /** @type {Rgb} */ ([1, 1, 1]);

/**
 * The color mixed with black or white until it has this relative luminance.
 * @param {Rgb} color @param {number} wanted 0...1
 */
function lit(color, wanted) {
    const end = luminance(color) > wanted ? BLACK : WHITE;
    let [near, far] = [0, 1];
    for (let halving = 0; halving < 12; halving += 1) {
        const middle = (near + far) / 2;
        const isBeyond = luminance(mix(color, end, middle)) > wanted === (end === WHITE);
        if (isBeyond) far = middle;
        else near = middle;
    }
    return mix(color, end, near);
}

/** @param {Rgb} color @param {number} amount 1 leaves the color unchanged */
function saturated(color, amount) {
    const gray = luminance(color) ** (1 / 2.2);
    return /** @type {Rgb} */ (color.map((value) => Math.min(1, Math.max(0, gray + (value - gray) * amount))));
}

/**
 * The colors from darkest to lightest: a ground, three colors, and a light.
 * @param {readonly PictureColor[] | undefined} colors
 * @param {string} title determines the colors if there is no picture
 * @returns {[Rgb, Rgb, Rgb, Rgb, Rgb]} sRGB
 */
export function paletteOf(colors, title) {
    const { hue, saturation } = tintOf(colors ? [...colors] : undefined, title);
    const made = [0, 34, -28, 60].map((turn) => hsl((hue + turn + 360) % 360, Math.max(0.3, saturation), 0.5));
    const given = (colors ?? [])
        .filter(({ hex }) => chroma(rgb(hex)) > 0.12)
        .sort((one, other) => tell(other) - tell(one))
        .map(({ hex }) => rgb(hex));
    const chosen = distinct([...given, ...made]);
    const [first, second, third] = chosen;
    return [
        lit(saturated(first, 1.2), 0.012),
        lit(saturated(second, 1.25), 0.09),
        lit(saturated(first, 1.25), 0.2),
        lit(saturated(third, 1.2), 0.32),
        lit(second, 0.62),
    ];
}

/** @param {PictureColor} color */
const tell = ({ hex, weight }) => weight * chroma(rgb(hex));

/** @param {readonly Rgb[]} colors @returns {Rgb[]} three colors, distinguishable if possible */
function distinct(colors) {
    /** @type {Rgb[]} */
    const found = [];
    for (const color of colors) {
        const isNear = found.some((one) => Math.hypot(...one.map((value, index) => value - color[index])) < 0.22);
        if (!isNear) found.push(color);
        if (found.length === 3) return found;
    }
    return [...found, ...colors].slice(0, 3);
}
