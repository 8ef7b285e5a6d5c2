// @ts-check
// How one track follows another. Pure; times in milliseconds of the track.

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./sound-facts.js').SoundFacts} SoundFacts */
/**
 * @typedef {object} Mix
 * @property {number} startMs the position from which the entering track plays
 * @property {number} bend the speed factor of the entering track until the mix is over
 * @property {number} beatMs the beat of the leaving track on which `enteringBeatMs` of the entering one falls
 * @property {number} enteringBeatMs
 */

/**
 * @typedef {object} Join
 * @property {number} atMs the position in the leading track at which the next one becomes audible
 * @property {boolean} isPlace `atMs` is exact; otherwise it is the approximate end, and the sound gives the exact one
 * @property {number} fadeMs
 * @property {number} tailMs the silence at the end of the leading track, -1 if unknown
 * @property {number} leadingMs the silence at the start of the next track, -1 if unknown
 * @property {number} [at] the time of `atMs` on the graph's clock, in seconds, if it is known exactly
 * @property {Mix} [mix] on beats
 */

/** The next track starts playing this long before it becomes audible, so that it is ready in time. */
export const LEAD_MS = 300;
/** Durations of the catalog and of the element that differ by at most this count as equal. */
const SAME_MS = 120;
/** Elements round their duration to milliseconds. */
const ROUNDED_MS = 1;
/** Longer silence is skipped. */
export const LONG_SILENCE_MS = 400;

/**
 * Whether `next` directly follows `track` on the same album.
 * @param {TrackItem} track @param {TrackItem} next
 */
export function isContinuation(track, next) {
    if (!track.albumId || track.albumId !== next.albumId || !track.trackNumber || !next.trackNumber) return false;
    const [disc, following] = [track.discNumber ?? 1, next.discNumber ?? 1];
    if (disc === following) return next.trackNumber === track.trackNumber + 1;
    return following === disc + 1 && next.trackNumber === 1;
}

/**
 * Plans a join. Undefined if the end cannot be predicted; the next track then starts when the first has ended.
 * @param {object} situation
 * @param {TrackItem} situation.track @param {TrackItem} situation.next
 * @param {number} situation.positionMs in the track
 * @param {number} situation.durationMs of the track as the element measures it
 * @param {SoundFacts | undefined} situation.facts of the track @param {SoundFacts | undefined} situation.nextFacts
 * @param {number} situation.crossfadeMs the setting @param {boolean} situation.skipsSilence
 * @param {number} situation.leadMs track time that the next one needs to get ready
 * @returns {Join | undefined}
 */
export function planJoin({
    track,
    next,
    positionMs,
    durationMs,
    facts,
    nextFacts,
    crossfadeMs,
    leadMs,
    skipsSilence,
}) {
    const continues = isContinuation(track, next);
    const fadeMs = continues ? 0 : Math.min(crossfadeMs, durationMs / 2, (next.durationMs || crossfadeMs) / 2);
    // Padding that the element has removed is not silence of the track.
    const padding = facts ? facts.durationMs - durationMs : 0;
    const tailMs = facts ? Math.max(0, facts.endMs - (padding > ROUNDED_MS ? padding : 0)) : -1;
    const leadingMs = nextFacts ? nextFacts.startMs : -1;
    const isCut = skipsSilence && !continues && tailMs > LONG_SILENCE_MS;
    const known = { tailMs, leadingMs: skipsSilence && !continues && leadingMs > LONG_SILENCE_MS ? 0 : leadingMs };
    if (fadeMs > 0 || isCut) {
        const endMs = durationMs - (isCut ? tailMs : 0);
        // After a seek into the fade, only the rest of the fade is applied.
        const atMs = Math.max(endMs - fadeMs, positionMs + leadMs);
        return { ...known, atMs, isPlace: true, fadeMs: Math.max(0, Math.min(fadeMs, endMs - atMs)) };
    }
    const measured = facts?.durationMs ?? track.durationMs;
    // An estimated duration must not cut a track short.
    if (Math.abs(durationMs - measured) > SAME_MS) return undefined;
    const endMs = facts ? Math.min(measured, durationMs + ROUNDED_MS) : durationMs;
    return { ...known, atMs: endMs, isPlace: false, fadeMs: 0 };
}

/**
 * Whether the next track may be loaded. The bytes of the playing track come first.
 * @param {{ leftMs: number, isBuffered: boolean, fadeMs: number }} situation `leftMs` in real time
 */
export const mayPreload = ({ leftMs, isBuffered, fadeMs }) =>
    leftMs < (isBuffered ? 30_000 : 10_000) + fadeMs;
