// @ts-check
// When to start the next track, so that no gap is audible before it.

const SWITCH_WITHIN_MS = 300;
/** The approximate time from `play` until a deck is audible. */
const START_LEAD_MS = 35;

/**
 * The milliseconds until the next deck must be told to play; undefined while that is unknown.
 * @param {number} leftMs of the current track
 * @param {number} durationMs as the media element measures it
 * @param {number} statedMs as the catalog has it
 */
export function trackSwitchDelay(leftMs, durationMs, statedMs) {
    // An estimated duration (VBR without a header) must not cut a track short: then only `ended` decides.
    const exact = Math.abs(durationMs - statedMs) < 120;
    return leftMs >= SWITCH_WITHIN_MS || !exact ? undefined : Math.max(0, leftMs - START_LEAD_MS);
}
