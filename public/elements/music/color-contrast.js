// @ts-check
// How well colors are told apart (WCAG 2.2, relative luminance and contrast ratio), and which of a picture's colors can
// be read on. Pure.

/** @typedef {[number, number, number]} Rgb each 0...1, as sRGB has them */

/** @param {string} text `#rrggbb` @returns {Rgb} */
export function rgb(text) {
    return /** @type {Rgb} */ ([1, 3, 5].map((start) => parseInt(text.slice(start, start + 2), 16) / 255));
}

/** @param {number} hue degrees @param {number} saturation 0...1 @param {number} lightness 0...1 @returns {Rgb} */
export function hsl(hue, saturation, lightness) {
    const spread = saturation * Math.min(lightness, 1 - lightness);
    const channel = (/** @type {number} */ start) => {
        const place = (start + hue / 30) % 12;
        return lightness - spread * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    };
    return [channel(0), channel(8), channel(4)];
}

/** @param {Rgb} color */
export function luminance(color) {
    const [red, green, blue] = color.map((value) =>
        value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {Rgb} one @param {Rgb} other 1...21 */
export function contrast(one, other) {
    const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
}

/**
 * `over` with an opacity on `under`.
 * @param {Rgb} under
 * @param {Rgb} over
 * @param {number} opacity
 * @returns {Rgb}
 */
export function mix(under, over, opacity) {
    return /** @type {Rgb} */ (under.map((value, index) => value + (over[index] - value) * opacity));
}

/**
 * The inks that are read on the stage, with the contrast that each needs: 4.5 for text, 3 for controls and for what is
 * large. The same as in tokens.css and in the stage's style.
 */
export const INKS = {
    light: /** @type {[string, number][]} */ ([
        ['#1d1a18', 4.5],
        ['#3b3530', 4.5],
        ['#6a615a', 3],
    ]),
    dark: /** @type {[string, number][]} */ ([
        ['#f5f1ef', 4.5],
        ['#d8d0d6', 4.5],
        ['#9f969c', 3],
    ]),
};

/** A mix of two grounds may be a little darker than both: gradients are mixed as sRGB has them. */
const RESERVE = 1.12;

/** How many of a picture's colors fill the stage. */
const GROUNDS = 3;

/** @param {Rgb} color 0...1 */
export const chroma = (color) => Math.max(...color) - Math.min(...color);

/** @param {Rgb} color */
export const hex = (color) =>
    `#${color
        .map((value) =>
            Math.round(value * 255)
                .toString(16)
                .padStart(2, '0'),
        )
        .join('')}`;

/** @typedef {{ hex: string, weight: number }} PictureColor a color of a picture, with its share of it */

/**
 * How much a color tells of its picture: a little of a strong color more than much of a gray.
 * @param {PictureColor} color
 */
const vote = ({ hex: text, weight }) => weight * (0.25 + chroma(rgb(text)));

/**
 * The color that stands for a picture.
 * @param {readonly PictureColor[] | undefined} colors
 * @returns {string | undefined} `#rrggbb`
 */
export function mainColor(colors) {
    let main;
    for (const color of colors ?? []) if (!main || vote(color) > vote(main)) main = color;
    return main?.hex;
}

/**
 * The color as little darker (dark) or lighter (light) as every ink can be read on it.
 * @param {'light'|'dark'} scheme
 * @param {Rgb} color
 */
export function ground(scheme, color) {
    const [end, reserve] = /** @type {[Rgb, number]} */ (scheme === 'dark' ? [[0, 0, 0], 1] : [[1, 1, 1], RESERVE]);
    const isRead = (/** @type {Rgb} */ one) =>
        INKS[scheme].every(([ink, wanted]) => contrast(one, rgb(ink)) >= wanted * reserve);
    // Fifty steps, not a formula: contrast is no simple function of a mix.
    for (let step = 0; step < 50; step += 1) {
        const mixed = rgb(hex(mix(color, end, step / 50)));
        if (isRead(mixed)) return mixed;
    }
    return end;
}

/**
 * The color, dark enough that white words can be read on it.
 * @param {string} color `#rrggbb`
 */
export const darkGround = (color) => hex(ground('dark', rgb(color)));

/**
 * What fills the stage: the picture's colors that tell most of it, as `#rrggbb`, each made so that it can be read on.
 * @param {'light'|'dark'} scheme
 * @param {readonly PictureColor[] | undefined} colors of the picture
 * @param {{ hue: number, saturation: number }} tint in place of colors, the saturation 0...1
 */
export function grounds(scheme, colors, { hue, saturation }) {
    const given = colors?.length
        ? [...colors]
              .sort((one, other) => vote(other) - vote(one))
              .map(({ hex: text }) => rgb(text))
        : [0, 36, -24].map((turn) => hsl((hue + turn + 360) % 360, saturation, 0.45));
    return Array.from({ length: GROUNDS }, (_, index) => hex(ground(scheme, given[index % given.length])));
}
