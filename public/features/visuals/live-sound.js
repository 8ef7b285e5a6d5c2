// @ts-check
// The live spectrum of this browser's playback.

import { measureSpectrum, player } from '../../player/index.js';
import { intoBands } from './bands.js';

const measured = new Uint8Array(1024);

/**
 * Fills in the spectrum from low to high, 0...255 each. Returns false if none is measured: the audio does not pass
 * through an audio graph (as on iOS), or nothing plays here. Visuals then use the track's analysis.
 * @param {Uint8Array} into
 */
export function spectrum(into) {
    const stepHz = player.isPlaying ? measureSpectrum(measured) : 0;
    if (stepHz > 0) intoBands(measured, stepHz, into);
    return stepHz > 0;
}
