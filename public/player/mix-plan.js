// @ts-check
// How one track is mixed into the next on their beats. Pure; times in milliseconds of the track that they are of.

import { downbeats, gridOf, strengthAt } from './beats.js';

/** @typedef {import('./beats.js').Rhythm} Rhythm */
/** @typedef {import('./sound-facts.js').SoundFacts} SoundFacts */
/** @typedef {{ rhythm?: Rhythm, facts?: SoundFacts, durationMs: number }} Side a track of the mix */
/**
 * @typedef {object} Mix
 * @property {number} startMs from where on the entering track sounds
 * @property {number} bend its speed, as a factor, until the mix is over
 * @property {number} beatMs the beat of the leaving track on which `enteringBeatMs` of the entering one falls
 * @property {number} enteringBeatMs
 */

/** The speed changes by this part at most. */
export const MOST_BEND = 0.06;
/** A tempo that is less certain is not mixed on. */
export const LEAST_CONFIDENCE = 0.2;
/** The entering track gets ready this long before it is heard, so that its beats can be found in its sound. */
export const MIX_LEAD_MS = 2600;
/** The normal crossfade where tracks cannot be mixed on beats. */
export const PLAIN_FADE_MS = 6000;
const LONGEST_FADE_MS = 12_000;
const LENGTHS = [32, 16, 8, 4];
/** Beats are looked for in so much of the end of the one, and of the beginning of the other. */
const OUTRO_MS = 45_000;
const INTRO_MS = 30_000;
/** A beginning before the first beat that is shorter than this is heard, too. */
const SHORT_INTRO_MS = 2000;
/** One that is longer is left out where that can be done, and is too long for a mix otherwise. */
const LONG_INTRO_MS = 8000;

const certain = (/** @type {Rhythm | undefined} */ rhythm) => (rhythm?.tempo?.confidence ?? 0) >= LEAST_CONFIDENCE;

/**
 * The factor by which a track's speed changes so that its beats, or every second of them, or those between them, have
 * the distance of the other's; undefined where that is too much.
 * @param {number} periodMs of the track @param {number} wantedMs
 */
export function bendOf(periodMs, wantedMs) {
    const bends = [0.5, 1, 2].map((times) => (periodMs * times) / wantedMs);
    const best = bends.reduce((one, other) => (Math.abs(other - 1) < Math.abs(one - 1) ? other : one));
    return Math.abs(best - 1) <= MOST_BEND ? best : undefined;
}

/**
 * Undefined where the tracks cannot be mixed on their beats.
 * @param {object} situation
 * @param {Side} situation.leaving @param {Side} situation.entering
 * @param {number} situation.positionMs in the leaving track @param {number} situation.leadMs of it
 * @param {boolean} situation.canSeek whether the entering track can begin at any place exactly
 * @returns {(import('./joins.js').Join & { mix: Mix }) | undefined}
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
    // What is heard of the entering track before its beat, at its speed in the mix.
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
 * The first beat with which a bar begins, and that is a hard point where there is one.
 * @param {import('./beats.js').Grid} grid @param {Rhythm} rhythm
 */
function firstBeat(grid, { hardPoints }) {
    const places = downbeats(grid, hardPoints, Math.max(0, grid.firstMs - 1), grid.firstMs + 15 * grid.periodMs);
    const strengths = places.map((ms) => strengthAt(hardPoints, ms));
    const strongest = Math.max(...strengths);
    return places[strengths.findIndex((strength) => strength >= strongest / 2)] ?? grid.firstMs;
}

/**
 * The last beat between two places with which a bar begins: of the last four the strongest hard point.
 * @param {import('./beats.js').Grid} grid @param {Rhythm} rhythm @param {number} fromMs @param {number} toMs
 */
function lastBeat(grid, { hardPoints }, fromMs, toMs) {
    const places = downbeats(grid, hardPoints, fromMs, toMs).slice(-4).reverse();
    const strengths = places.map((ms) => strengthAt(hardPoints, ms));
    return places[strengths.indexOf(Math.max(...strengths))];
}
