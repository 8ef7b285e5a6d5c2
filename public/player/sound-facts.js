// @ts-check
// Facts about the sound of a track: its gains, its exact duration and its silence.

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {{ trackGain?: number, trackPeak?: number, albumGain?: number, albumPeak?: number }} Gains dB; linear */
/**
 * @typedef {object} SoundFacts times in milliseconds, with fractions
 * @property {number} durationMs @property {number} startMs silence at the beginning
 * @property {number} endMs silence at the end @property {[number, number][]} silent ranges between them
 */
/**
 * @typedef {{ gains?: Gains, facts?: SoundFacts, rhythm?: import('./beats.js').Rhythm }} Known
 */

const REMEMBERED = 60;

/**
 * @param {any} analysis
 * @returns {SoundFacts | undefined}
 */
export function factsOf(analysis) {
    const { sampleRateHz: rate, frames, silence, silent } = analysis ?? {};
    if (!(rate > 0) || !(frames > 0)) return undefined;
    const ms = (/** @type {number} */ count) => (count * 1000) / rate;
    return {
        durationMs: ms(frames),
        startMs: ms(silence.startFrames),
        endMs: ms(silence.endFrames),
        silent: silent ?? [],
    };
}

export class SoundKnowledge {
    /** @type {Map<string, Promise<Known>>} */
    #asked = new Map();
    /** @type {Map<string, Known>} */
    #known = new Map();

    /** @param {(track: TrackItem) => Promise<Known>} ask */
    constructor(ask) {
        this.ask = ask;
    }

    /**
     * The facts that are known already.
     * @param {TrackItem} track
     * @returns {Known}
     */
    of(track) {
        return this.#known.get(track.id) ?? {};
    }

    /** @param {TrackItem} track @returns {Promise<Known>} */
    learn(track) {
        const before = this.#asked.get(track.id);
        if (before) return before;
        const asked = this.ask(track).then(
            (known) => {
                this.#known.set(track.id, known);
                this.#forget(this.#known);
                // A track that waits for its analysis is requested again.
                if (!known.facts) this.#asked.delete(track.id);
                return known;
            },
            () => {
                // The next call requests the track again.
                this.#asked.delete(track.id);
                return {};
            },
        );
        this.#asked.set(track.id, asked);
        this.#forget(this.#asked);
        return asked;
    }

    #forget(/** @type {Map<string, unknown>} */ map) {
        for (const id of map.keys()) {
            if (map.size <= REMEMBERED) break;
            map.delete(id);
        }
    }
}
