// @ts-check
// Skips silence: at the beginning and the end of tracks, and where the music is quiet for long.

import { LONG_SILENCE_MS } from './joins.js';

/** Silence within a track that is shorter is a part of it. */
const PAUSE_MS = 2000;
/** What is left of it. */
const LEFT_MS = 250;

/**
 * Where to go on; undefined where nothing is to be skipped.
 * @param {number} positionMs @param {number} durationMs
 * @param {readonly [number, number][]} silent
 * @returns {number | undefined}
 */
export function behindSilence(positionMs, durationMs, silent) {
    for (const [start, end] of silent) {
        const isLong = end - start > (start < LEFT_MS ? LONG_SILENCE_MS : PAUSE_MS);
        const from = start < LEFT_MS ? 0 : start + LEFT_MS;
        // The end of the track is the matter of what follows.
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
