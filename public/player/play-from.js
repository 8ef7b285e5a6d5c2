// @ts-check

import { player } from './index.js';

/**
 * Plays a track from a position. The queue is kept if the track is already the current one.
 * @param {import('../core/types.js').TrackItem} track
 * @param {number} ms from its beginning
 */
export function playFrom(track, ms) {
    if (player.current?.id === track.id) player.seek(ms);
    else player.restore([track], 0, ms);
    if (!player.isPlaying) player.play();
}
