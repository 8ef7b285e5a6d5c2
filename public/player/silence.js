// @ts-check
// Skips silence at the start of tracks and long silence within them. The join to the next track skips it at the end.

import { LONG_SILENCE_MS } from './joins.js';

/** Shorter silence within a track is kept. */
const PAUSE_MS = 2000;
/** How much of a skipped silence stays at either end. */
const LEFT_MS = 250;

/**
 * The position to seek to; undefined if there is nothing to skip.
 * @param {number} positionMs @param {number} durationMs
 * @param {readonly [number, number][]} silent
 * @returns {number | undefined}
 */
export function behindSilence(positionMs, durationMs, silent) {
    for (const [start, end] of silent) {
        const isLong = end - start > (start < LEFT_MS ? LONG_SILENCE_MS : PAUSE_MS);
        const from = start < LEFT_MS ? 0 : start + LEFT_MS;
        // The join to the next track handles silence at the end.
        if (!isLong || end > durationMs - LEFT_MS) continue;
        if (positionMs >= from && positionMs < end - 2 * LEFT_MS) return end - LEFT_MS;
    }
    return undefined;
}

/**
 * @param {import('./player.js').Player} player
 * @param {import('./sound-facts.js').SoundKnowledge} knowledge
 * @param {{ value: import('./sound-settings.js').SoundSettings }} settings
 */
export function skipSilence(player, knowledge, settings) {
    player.addEventListener('time', () => {
        const track = player.current;
        if (!settings.value.skipsSilence || player.status !== 'playing' || !track) return;
        const silent = knowledge.of(track).facts?.silent ?? [];
        const to = behindSilence(player.positionMs, player.durationMs, silent);
        if (to !== undefined) player.seek(to);
    });
}
