// @ts-check
// Converts a measured spectrum to logarithmic bands, which match human hearing. Pure.

const LOWEST_HZ = 40;
const HIGHEST_HZ = 14_000;

/**
 * Fills each band with the strongest value among its frequencies. A band narrower than `stepHz` takes the nearest one.
 * @param {Uint8Array} measured values 0...255, spaced by `stepHz` from 0 Hz
 * @param {number} stepHz
 * @param {Uint8Array} into the bands from low to high
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
