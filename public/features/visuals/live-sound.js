// @ts-check
// The live spectrum of what this browser plays.

import { player } from '../../player/index.js';

/**
 * Fills in the spectrum, 0...255 each, from low to high. False where nothing is measured: the sound does not pass
 * through an audio graph, as on iOS, or nothing plays. Visuals then live from the song's analysis.
 * @param {Uint8Array} into
 */
export function spectrum(into) {
    const { spectrum: measure } = /** @type {{ spectrum?: (into: Uint8Array) => boolean }} */ (
        /** @type {unknown} */ (player)
    );
    return measure?.call(player, into) ?? false;
}
