// @ts-check
// How episodes of podcasts play: where they begin, when their place is stored, and what is quiet in them.

/** The place of an episode that plays is stored this often. */
export const STORE_EVERY_MS = 10_000;
/** What is left of an episode that is as good as heard. */
const REMAINDER_MS = 30_000;
/** Below this level, the root mean square of the samples, nobody speaks. */
const QUIET_LEVEL = 0.004;
/** A pause for breath is a part of speech. */
const PAUSE_MS = 600;

/**
 * Where an episode goes on: at its beginning where it was played to its end.
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

/** Hears whether there has been silence for so long that it is to be passed faster. */
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
