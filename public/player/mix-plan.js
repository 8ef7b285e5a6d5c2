// @ts-check
// Plans the mix of one track into the next on their beats. Pure; times in milliseconds of their own track.

import { downbeats, gridOf, strengthAt } from './beats.js';

/** @typedef {import('./beats.js').Rhythm} Rhythm */
/** @typedef {import('./sound-facts.js').SoundFacts} SoundFacts */
/** @typedef {{ rhythm?: Rhythm, facts?: SoundFacts, durationMs: number }} Side a track of the mix */

/** The largest change of speed, as a fraction. */
export const MOST_BEND = 0.06;
/** A tempo of lower confidence is not used for mixing. */
export const LEAST_CONFIDENCE = 0.2;
/** The entering track starts this long before it is audible, so that its beats can be found in its sound. */
export const MIX_LEAD_MS = 2600;
/** The normal crossfade where tracks cannot be mixed on beats. */
export const PLAIN_FADE_MS = 6000;
const LONGEST_FADE_MS = 12_000;
const LENGTHS = [32, 16, 8, 4];
/** Beats are searched in this much of the leaving track's end and of the entering track's beginning. */
const OUTRO_MS = 45_000;
const INTRO_MS = 30_000;
/** An intro before the first beat is skipped if it is longer than this and the track can seek exactly. */
const SHORT_INTRO_MS = 2000;
/** An intro that is longer than this and cannot be skipped rules out the mix. */
const LONG_INTRO_MS = 8000;

const certain = (/** @type {Rhythm | undefined} */ rhythm) => (rhythm?.tempo?.confidence ?? 0) >= LEAST_CONFIDENCE;

/**
 * The speed factor at which a track's beats match the wanted period, at half, single or double tempo; undefined if the
 * change would be too large.
 * @param {number} periodMs of the track @param {number} wantedMs
 */
export function bendOf(periodMs, wantedMs) {
    const bends = [0.5, 1, 2].map((times) => (periodMs * times) / wantedMs);
    const best = bends.reduce((one, other) => (Math.abs(other - 1) < Math.abs(one - 1) ? other : one));
    return Math.abs(best - 1) <= MOST_BEND ? best : undefined;
}

/**
 * Plans a mix. Undefined if the tracks cannot be mixed on their beats.
 * @param {object} situation
 * @param {Side} situation.leaving @param {Side} situation.entering
 * @param {number} situation.positionMs in the leaving track @param {number} situation.leadMs in the same track
 * @param {boolean} situation.canSeek whether the entering track can start exactly at any position
 * @returns {(import('./joins.js').Join & { mix: import('./joins.js').Mix }) | undefined}
 */
export function planMix({ leaving, entering, positionMs, leadMs, canSeek }) {
    const [rhythm, other] = [leaving.rhythm, entering.rhythm];
    if (!rhythm || !other || !certain(rhythm) || !certain(other)) return undefined;
    const endMs = leaving.durationMs - (leaving.facts?.endMs ?? 0);
    const grid = gridOf(rhythm.beats, endMs - OUTRO_MS, endMs);
    const introMs = other.beats[0] ?? 0;
    const intro = gridOf(other.beats, introMs, introMs + INTRO_MS);
    if (!grid || !intro) return undefined;
    const bend = bendOf(intro.periodMs, grid.periodMs);
    if (bend === undefined) return undefined;

    const longest = Math.min(LONGEST_FADE_MS, endMs / 4, entering.durationMs / 4);
    const beats = LENGTHS.find((count) => count * grid.periodMs <= longest);
    if (!beats) return undefined;
    const fadeMs = beats * grid.periodMs;

    const enteringBeatMs = firstBeat(intro, other);
    const isCued = canSeek && enteringBeatMs > SHORT_INTRO_MS;
    if (!isCued && enteringBeatMs > LONG_INTRO_MS) return undefined;
    const startMs = isCued ? enteringBeatMs : 0;
    // How long the entering track plays before its beat, at its speed in the mix.
    const beforeMs = (enteringBeatMs - startMs) / bend;

    const earliest = Math.max(positionMs + leadMs, endMs - fadeMs - 32 * grid.periodMs) + beforeMs;
    const beatMs = lastBeat(grid, rhythm, earliest, endMs - fadeMs + beforeMs);
    if (beatMs === undefined) return undefined;
    return {
        atMs: beatMs - beforeMs,
        isPlace: true,
        fadeMs,
        tailMs: -1,
        leadingMs: isCued ? -1 : (entering.facts?.startMs ?? -1) / bend,
        mix: { startMs, bend, beatMs, enteringBeatMs },
    };
}

/**
 * The first downbeat with a strong hard point, or the first downbeat if there are no hard points.
 * @param {import('./beats.js').Grid} grid @param {Rhythm} rhythm
 */
function firstBeat(grid, { hardPoints }) {
    const places = downbeats(grid, hardPoints, Math.max(0, grid.firstMs - 1), grid.firstMs + 15 * grid.periodMs);
    const strengths = places.map((ms) => strengthAt(hardPoints, ms));
    const strongest = Math.max(...strengths);
    return places[strengths.findIndex((strength) => strength >= strongest / 2)] ?? grid.firstMs;
}

/**
 * Of the last four downbeats between two positions, the one with the strongest hard point.
 * @param {import('./beats.js').Grid} grid @param {Rhythm} rhythm @param {number} fromMs @param {number} toMs
 */
function lastBeat(grid, { hardPoints }, fromMs, toMs) {
    const places = downbeats(grid, hardPoints, fromMs, toMs).slice(-4).reverse();
    const strengths = places.map((ms) => strengthAt(hardPoints, ms));
    return places[strengths.indexOf(Math.max(...strengths))];
}
