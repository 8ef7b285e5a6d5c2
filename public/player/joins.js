// @ts-check
// How one track follows another. Pure; times in milliseconds of the track.

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./sound-facts.js').SoundFacts} SoundFacts */

/**
 * @typedef {object} Join
 * @property {number} atMs where in the leading track the other one begins to be heard
 * @property {boolean} isPlace `atMs` is meant as it is; otherwise it is about the end, which is found in the sound
 * @property {number} fadeMs
 * @property {number} tailMs the silence with which the leading track ends, -1 where that is not known
 * @property {number} leadingMs the silence with which the other one begins, -1 where that is not known
 * @property {number} [at] the time of `atMs` by the clock of the graph, in seconds, where it is known exactly
 * @property {import('./mix-plan.js').Mix} [mix] on beats
 */

/** What is followed is asked to play this long before it is heard: it is there when it is needed. */
export const LEAD_MS = 300;
/** The lengths of the catalog and of the element are the same. */
const SAME_MS = 120;
/** Elements know their length in milliseconds. */
const ROUNDED_MS = 1;
/** Silence that is skipped. */
export const LONG_SILENCE_MS = 400;

/**
 * Whether a track follows another one on their album.
 * @param {TrackItem} track @param {TrackItem} next
 */
export function isContinuation(track, next) {
    if (!track.albumId || track.albumId !== next.albumId || !track.trackNumber || !next.trackNumber) return false;
    const [disc, following] = [track.discNumber ?? 1, next.discNumber ?? 1];
    if (disc === following) return next.trackNumber === track.trackNumber + 1;
    return following === disc + 1 && next.trackNumber === 1;
}

/**
 * Undefined where the end cannot be foreseen: then the other track begins when the first has ended.
 * @param {object} situation
 * @param {TrackItem} situation.track @param {TrackItem} situation.next
 * @param {number} situation.positionMs in the track
 * @param {number} situation.durationMs of the track as the element measures it
 * @param {SoundFacts | undefined} situation.facts of the track @param {SoundFacts | undefined} situation.nextFacts
 * @param {number} situation.crossfadeMs as it is set @param {boolean} situation.skipsSilence
 * @param {number} situation.leadMs of the track, in which the other one gets ready
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
    // What the element has cut off as padding is no silence of the track.
    const padding = facts ? facts.durationMs - durationMs : 0;
    const tailMs = facts ? Math.max(0, facts.endMs - (padding > ROUNDED_MS ? padding : 0)) : -1;
    const leadingMs = nextFacts ? nextFacts.startMs : -1;
    const isCut = skipsSilence && !continues && tailMs > LONG_SILENCE_MS;
    const known = { tailMs, leadingMs: skipsSilence && !continues && leadingMs > LONG_SILENCE_MS ? 0 : leadingMs };
    if (fadeMs > 0 || isCut) {
        const endMs = durationMs - (isCut ? tailMs : 0);
        // Somebody has sought behind the place: what is left of the fade is faded.
        const atMs = Math.max(endMs - fadeMs, positionMs + leadMs);
        return { ...known, atMs, isPlace: true, fadeMs: Math.max(0, Math.min(fadeMs, endMs - atMs)) };
    }
    const measured = facts?.durationMs ?? track.durationMs;
    // A length that is only estimated must not cut a track.
    if (Math.abs(durationMs - measured) > SAME_MS) return undefined;
    const endMs = facts ? Math.min(measured, durationMs + ROUNDED_MS) : durationMs;
    return { ...known, atMs: endMs, isPlace: false, fadeMs: 0 };
}

/**
 * Whether what follows may be loaded: what plays has its own bytes first.
 * @param {{ leftMs: number, isBuffered: boolean, fadeMs: number }} situation `leftMs` as time passes
 */
export const mayPreload = ({ leftMs, isBuffered, fadeMs }) =>
    leftMs < (isBuffered ? 30_000 : 10_000) + fadeMs;
