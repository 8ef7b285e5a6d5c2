// @ts-check
// When the next track begins, so that no gap is heard before it.

const SWITCH_WITHIN_MS = 300;
/** A deck that is asked to play is heard about this much later. */
const START_LEAD_MS = 35;

/**
 * In how many milliseconds the deck that follows is to be asked to play; undefined while that is not known.
 * @param {number} leftMs of the track that sounds
 * @param {number} durationMs as the media element measures it
 * @param {number} statedMs as the catalog has it
 */
export function trackSwitchDelay(leftMs, durationMs, statedMs) {
    // An estimated length (VBR without a header) must not cut a track: then `ended` alone decides.
    const exact = Math.abs(durationMs - statedMs) < 120;
    return leftMs >= SWITCH_WITHIN_MS || !exact ? undefined : Math.max(0, leftMs - START_LEAD_MS);
}
