// @ts-check
// The live spectrum of what this browser plays.

import { measureSpectrum, player } from '../../player/index.js';
import { intoBands } from './bands.js';

const measured = new Uint8Array(1024);

/**
 * Fills in the spectrum, 0...255 each, from low to high. False where nothing is measured: the sound does not pass
 * through an audio graph, as on iOS, or nothing plays here. Visuals then live from the song's analysis.
 * @param {Uint8Array} into
 */
export function spectrum(into) {
    const stepHz = player.isPlaying ? measureSpectrum(measured) : 0;
    if (stepHz > 0) intoBands(measured, stepHz, into);
    return stepHz > 0;
}
