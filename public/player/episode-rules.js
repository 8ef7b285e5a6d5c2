// @ts-check
// Playback rules of podcast episodes: where they start, how often the position is stored, and what counts as silence.

/** How often the position of a playing episode is stored. */
export const STORE_EVERY_MS = 10_000;
/** An episode with less than this left counts as finished. */
const REMAINDER_MS = 30_000;
/** Below this level, the root mean square of the samples, nobody speaks. */
const QUIET_LEVEL = 0.004;
/** Shorter pauses, such as for breath, are part of speech. */
const PAUSE_MS = 600;

/**
 * The position where an episode resumes; the beginning if it was finished.
 * @param {{ positionMs: number, durationMs?: number }} episode
 */
export function startOf({ positionMs, durationMs }) {
    return durationMs !== undefined && positionMs > durationMs - REMAINDER_MS ? 0 : positionMs;
}

/** @param {Float32Array} samples */
export function levelOf(samples) {
    let sum = 0;
    for (const sample of samples) sum += sample * sample;
    return Math.sqrt(sum / Math.max(1, samples.length));
}

/** Detects silence that has lasted long enough to be played faster. */
export class Silence {
    /** @type {number | undefined} */
    #since;

    /**
     * @param {number} level of the sound now @param {number} nowMs
     * @returns {boolean}
     */
    isLong(level, nowMs) {
        if (level >= QUIET_LEVEL) this.#since = undefined;
        else this.#since ??= nowMs;
        return this.#since !== undefined && nowMs - this.#since >= PAUSE_MS;
    }
}
