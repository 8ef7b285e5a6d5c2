// @ts-check
// The measured spectrum as the ear divides it: each band as many times as wide as the one before. Pure.

const LOWEST_HZ = 40;
const HIGHEST_HZ = 14_000;

/**
 * Each band gets the strongest of its frequencies; one that is narrower than they are apart, what lies around it.
 * @param {Uint8Array} measured 0...255 each, as far apart as `stepHz`, from 0 Hz on
 * @param {number} stepHz
 * @param {Uint8Array} into the bands, from low to high
 */
export function intoBands(measured, stepHz, into) {
    const ratio = HIGHEST_HZ / LOWEST_HZ;
    const edge = (/** @type {number} */ band) => (LOWEST_HZ * ratio ** (band / into.length)) / stepHz;
    for (let band = 0; band < into.length; band += 1) {
        const first = Math.floor(edge(band));
        const last = Math.max(first, Math.ceil(edge(band + 1)) - 1);
        into[band] = measured.subarray(first, last + 1).reduce((most, value) => Math.max(most, value), 0);
    }
}
