// @ts-check
// How well colors are told apart (WCAG 2.2, relative luminance and contrast ratio), and how much of a picture's light a
// page can bear. Pure.

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
 * A color after the filter `saturate()` (Filter Effects Module, feColorMatrix).
 * @param {Rgb} color
 * @param {number} amount
 * @returns {Rgb}
 */
export function saturate([red, green, blue], amount) {
    const gray = 0.213 * red + 0.715 * green + 0.072 * blue;
    return /** @type {Rgb} */ (
        [red, green, blue].map((value) => Math.min(1, Math.max(0, gray + (value - gray) * amount)))
    );
}

/**
 * The inks that are read on the stage, with the contrast that each needs: 4.5 for text, 3 for controls and what is
 * large. The same as in tokens.css and player.css.
 */
export const STAGES = {
    light: {
        lightness: 0.92,
        most: 0.3,
        inks: /** @type {[string, number][]} */ ([
            ['#1d1a18', 4.5],
            ['#3b3530', 4.5],
            ['#b93a0a', 3],
        ]),
    },
    dark: {
        lightness: 0.09,
        most: 0.46,
        inks: /** @type {[string, number][]} */ ([
            ['#f5f1ef', 4.5],
            ['#d8d0d6', 4.5],
            ['#ff8a63', 3],
        ]),
    },
};
/** As player.css has it. */
export const STAGE_SATURATE = 1.35;
/** Without its colors a picture may be anything. */
const ANYTHING = ['#ffffff', '#000000'];

/**
 * With how much opacity a picture may lie under the stage, so that every ink is read wherever on the picture it stands.
 * @param {'light'|'dark'} scheme
 * @param {readonly { hex: string }[] | undefined} colors of the picture
 * @param {{ hue: number, saturation: number }} tint of the stage, the saturation 0...1
 */
export function glow(scheme, colors, { hue, saturation }) {
    const { lightness, most, inks } = STAGES[scheme];
    const ground = hsl(hue, saturation, lightness);
    const lights = (colors?.length ? colors.map(({ hex }) => hex) : ANYTHING).map((hex) =>
        saturate(rgb(hex), STAGE_SATURATE),
    );
    const isRead = (/** @type {number} */ opacity) =>
        lights.every((light) =>
            inks.every(([ink, wanted]) => contrast(mix(ground, light, opacity), rgb(ink)) >= wanted),
        );
    // The most of a hundred steps, not a formula: the inks are on different sides of some colors.
    for (let step = Math.round(most * 100); step > 0; step -= 1) if (isRead(step / 100)) return step / 100;
    return 0;
}
