// @ts-check
// The computations of a drawn waveform. Pure.

/** @typedef {import('../../core/track-sound.js').Waveform} Waveform */
/** @typedef {[number, number]} Range from and to, in milliseconds */

/**
 * The greatest value of each of `count` equal parts, 0...1. More parts than values repeat some.
 * @param {readonly number[]} values 0...255
 * @param {number} count
 */
export function columns(values, count) {
    return Array.from({ length: count }, (_, column) => {
        const from = Math.min(values.length - 1, Math.floor((column * values.length) / count));
        const to = Math.max(from + 1, Math.floor(((column + 1) * values.length) / count));
        let most = 0;
        for (let index = Math.max(0, from); index < to; index += 1) most = Math.max(most, values[index] ?? 0);
        return most / 255;
    });
}

/**
 * Which of `count` equal parts of a song a range touches; a short one still touches one.
 * @param {Range} range
 * @param {number} durationMs
 * @param {number} count
 * @returns {[number, number]} the first, and the one after the last
 */
export function touched([fromMs, toMs], durationMs, count) {
    if (durationMs <= 0) return [0, 0];
    const first = Math.min(count - 1, Math.max(0, Math.floor((fromMs / durationMs) * count)));
    const end = Math.min(count, Math.max(first + 1, Math.ceil((toMs / durationMs) * count)));
    return [first, end];
}

/** @param {readonly Range[]} ranges */
export const totalMs = (ranges) => ranges.reduce((sum, [from, to]) => sum + Math.max(0, to - from), 0);

/**
 * Ranges that follow each other closely as one, for words about them.
 * @param {readonly Range[]} ranges by time
 * @param {number} gapMs
 * @returns {Range[]}
 */
export function joined(ranges, gapMs) {
    /** @type {Range[]} */
    const found = [];
    for (const [from, to] of ranges) {
        const last = found[found.length - 1];
        if (last && from - last[1] <= gapMs) last[1] = Math.max(last[1], to);
        else found.push([from, to]);
    }
    return found;
}

/** @typedef {{ fromMs: number, toMs: number }} View the part of a song that is seen */

/** The shortest part of a song that can be looked at. */
const SHORTEST_MS = 4000;

/** @param {number} durationMs @returns {View} */
export const wholeView = (durationMs) => ({ fromMs: 0, toMs: Math.max(1, durationMs) });

/** @param {View} view @param {number} durationMs */
export const isZoomed = ({ fromMs, toMs }, durationMs) => toMs - fromMs < durationMs - 1;

/**
 * A longer or shorter part of a song, in which `aroundMs` stays where it is.
 * @param {View} view @param {number} factor below 1 comes nearer @param {number} aroundMs @param {number} durationMs
 * @returns {View}
 */
export function zoomed({ fromMs, toMs }, factor, aroundMs, durationMs) {
    const span = Math.min(durationMs, Math.max(Math.min(SHORTEST_MS, durationMs), (toMs - fromMs) * factor));
    const share = (aroundMs - fromMs) / Math.max(1, toMs - fromMs);
    return moved({ fromMs: aroundMs - share * span, toMs: aroundMs + (1 - share) * span }, durationMs);
}

/** @param {View} view @param {number} durationMs @returns {View} of the same length, within the song */
function moved({ fromMs, toMs }, durationMs) {
    const from = Math.max(0, Math.min(fromMs, durationMs - (toMs - fromMs)));
    return { fromMs: from, toMs: from + (toMs - fromMs) };
}

/**
 * The view that has the place that is heard a third from its left, as far as the song goes.
 * @param {View} view @param {number} ms @param {number} durationMs
 */
export function following({ fromMs, toMs }, ms, durationMs) {
    const span = toMs - fromMs;
    return moved({ fromMs: ms - span / 3, toMs: ms + (2 * span) / 3 }, durationMs);
}

/**
 * The part of a waveform that is seen.
 * @param {Waveform} waveform @param {View} view @returns {Waveform}
 */
export function part({ pointMs, peaks, bodies }, { fromMs, toMs }) {
    const from = Math.max(0, Math.floor(fromMs / pointMs));
    const to = Math.max(from + 1, Math.ceil(toMs / pointMs));
    return { pointMs, peaks: peaks.slice(from, to), bodies: bodies.slice(from, to) };
}
