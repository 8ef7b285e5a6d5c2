// @ts-check
// The ten bands of the equalizer and their presets. Pure.

/** In Hz, an octave apart. */
export const BANDS = [31, 62, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000];
/** The Q of a filter that is an octave wide. */
export const WIDTH = Math.SQRT2;
/** The largest boost or cut, in dB. */
export const MOST = 12;

/** @type {Record<string, readonly number[]>} in dB, keyed by the name of the message */
export const PRESETS = {
    flat: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    bass: [6, 5, 4, 2, 0, 0, 0, 0, 0, 0],
    treble: [0, 0, 0, 0, 0, 1, 2, 4, 5, 6],
    voice: [-4, -3, -1, 1, 3, 4, 4, 2, 0, -1],
    rock: [4, 3, 2, 0, -1, -1, 1, 3, 4, 4],
    electronic: [5, 4, 1, 0, -2, 1, 0, 1, 4, 5],
    acoustic: [3, 3, 2, 1, 1, 1, 2, 2, 2, 1],
    quiet: [5, 4, 2, 0, -1, 0, 0, 1, 3, 5],
    small: [-6, -4, 3, 4, 2, 0, 1, 2, 3, 2],
};

/** @param {readonly number[]} bands */
export const isFlat = (bands) => bands.every((gain) => gain === 0);

/**
 * The name of the preset that has these gains; undefined if there is none.
 * @param {readonly number[]} bands
 */
export const presetOf = (bands) =>
    Object.keys(PRESETS).find((name) => PRESETS[name].every((gain, place) => gain === bands[place]));

/**
 * The response of a peaking filter in dB, as Web Audio and the Audio EQ Cookbook of R. Bristow-Johnson define it.
 * @param {number} center Hz @param {number} gain dB @param {number} frequency Hz @param {number} rate frames a second
 */
export function response(center, gain, frequency, rate) {
    const a = 10 ** (gain / 40);
    const w = (2 * Math.PI * center) / rate;
    const alpha = Math.sin(w) / (2 * WIDTH);
    const power = (/** @type {number} */ scale) => {
        const [b0, b1, b2] = [1 + alpha * scale, -2 * Math.cos(w), 1 - alpha * scale];
        const v = (2 * Math.PI * frequency) / rate;
        const real = b0 + b1 * Math.cos(v) + b2 * Math.cos(2 * v);
        const imaginary = b1 * Math.sin(v) + b2 * Math.sin(2 * v);
        return real * real + imaginary * imaginary;
    };
    return 10 * Math.log10(power(a) / power(1 / a));
}

/**
 * The filter gains that give each band its wanted level. Each filter also affects its neighbors.
 * @param {readonly number[]} wanted dB @param {number} rate frames a second
 * @returns {number[]} dB
 */
export function bandGains(wanted, rate) {
    let gains = [...wanted];
    if (isFlat(wanted)) return gains;
    for (let round = 0; round < 12; round++) {
        const heard = BANDS.map((frequency) =>
            BANDS.reduce((sum, center, place) => sum + response(center, gains[place], frequency, rate), 0),
        );
        gains = gains.map((gain, place) => Math.max(-30, Math.min(30, gain + 0.7 * (wanted[place] - heard[place]))));
    }
    return gains;
}
