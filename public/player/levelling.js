// @ts-check
// Loudness leveling: the gain at which a track plays as loud as the others. Pure.

import { isContinuation } from './joins.js';

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./queue.js').Queue} Queue */
/** @typedef {'auto' | 'track' | 'album' | 'off'} Levelling */
/** @typedef {import('./sound-facts.js').Gains} Gains */

export const LEVELLINGS = /** @type {readonly Levelling[]} */ (['auto', 'track', 'album', 'off']);

/** In dB, for tracks that are not measured yet: fits the loudness of most music. */
const USUAL_GAIN = -8;

/**
 * Whether an album is playing: it is the queue's source, or its tracks follow each other in the queue.
 * @param {Queue} queue @param {string} source @param {number} index
 */
export function isOfAlbum({ entries }, source, index) {
    const track = entries[index]?.track;
    if (!track) return false;
    if (source === `album:${track.albumId}`) return true;
    const [before, after] = [entries[index - 1]?.track, entries[index + 1]?.track];
    return (before && isContinuation(before, track)) || (after && isContinuation(track, after)) || false;
}

/**
 * The linear gain of a track. It never lifts a peak over full scale.
 * @param {Gains | undefined} gains undefined until they are known
 * @param {Levelling} levelling
 * @param {boolean} ofAlbum see `isOfAlbum`
 */
export function levelOf(gains, levelling, ofAlbum) {
    if (levelling === 'off') return 1;
    const byAlbum = (levelling === 'album' || (levelling === 'auto' && ofAlbum)) && gains?.albumGain !== undefined;
    const gain = (byAlbum ? gains?.albumGain : gains?.trackGain) ?? USUAL_GAIN;
    const peak = (byAlbum ? gains?.albumPeak : gains?.trackPeak) ?? 1;
    return Math.min(10 ** (gain / 20), Math.max(1, 1 / Math.max(peak, 1e-6)));
}
