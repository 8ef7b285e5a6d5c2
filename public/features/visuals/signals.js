// @ts-check
// The signals of a track's analysis that drive a visual: beats, hard points, and loudness. Pure.

/** @typedef {readonly [ms: number, strength: number, band: number]} HardPoint strength 0...255; 0 low, 1 mid, 2 high */
/** @typedef {import('../../elements/music/waveform-model.js').Waveform} Waveform */

export const BINS = 64;
/** How many of the latest hard points a visual receives. */
export const POINTS = 6;
/** The decay time of a hard point's effect in each band, in milliseconds. */
const FADES_MS = [320, 220, 150];

/**
 * The index of the last item whose time is not after `ms`; -1 for none. The list is sorted by time.
 * @template T
 * @param {readonly T[]} list @param {number} ms @param {(one: T) => number} time
 */
export function lastBefore(list, ms, time) {
    let [low, high] = [0, list.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (time(list[middle]) <= ms) low = middle + 1;
        else high = middle;
    }
    return low - 1;
}

/** A pseudorandom number, 0...1; always the same for the same seed. */
const chance = (/** @type {number} */ seed) => {
    const value = Math.sin(seed * 127.1 + 11.7) * 43758.5453;
    return value - Math.floor(value);
};

/** @param {number} bin @param {number} seconds @returns noise, 0...1, that changes smoothly over time */
function flowing(bin, seconds) {
    const at = seconds * 3 + bin * 0.37;
    const from = Math.floor(at);
    const part = at - from;
    const ease = part * part * (3 - 2 * part);
    return chance(from * 7.3 + bin) * (1 - ease) + chance((from + 1) * 7.3 + bin) * ease;
}

export class Signals {
    /**
     * @param {{ beats?: readonly number[], hardPoints?: readonly HardPoint[] }} analysis times in milliseconds
     * @param {Waveform} [waveform]
     */
    constructor({ beats = [], hardPoints = [] } = {}, waveform = undefined) {
        this.beats = beats;
        this.hardPoints = hardPoints;
        this.waveform = waveform;
        this.loudest = Math.max(1, ...(waveform?.bodies ?? []));
    }

    /**
     * The position between the last beat and the next, 0...1. Without known beats, two beats per second are assumed.
     * @param {number} ms
     */
    beat(ms) {
        const index = lastBefore(this.beats, ms, (one) => one);
        const [from, to] = [this.beats[index], this.beats[index + 1]];
        if (from === undefined || to === undefined || to - from > 3000) return (ms % 500) / 500;
        return (ms - from) / Math.max(1, to - from);
    }

    /**
     * The loudness, 0...1.
     * @param {number} ms
     */
    level(ms) {
        if (!this.waveform) return 0.5;
        const { pointMs, bodies } = this.waveform;
        const at = ms / pointMs;
        const [one, other] = [bodies[Math.floor(at)] ?? 0, bodies[Math.floor(at) + 1] ?? 0];
        return (one + (other - one) * (at - Math.floor(at))) / this.loudest;
    }

    /**
     * The remaining effect of earlier hard points in the three bands, 0...1 each.
     * @param {number} ms
     * @returns {[number, number, number]}
     */
    bands(ms) {
        /** @type {[number, number, number]} */
        const stirred = [0, 0, 0];
        for (let index = lastBefore(this.hardPoints, ms, ([at]) => at); index >= 0; index -= 1) {
            const [at, strength, band] = this.hardPoints[index];
            if (ms - at > 1500) break;
            stirred[band] = Math.max(stirred[band], (strength / 255) * Math.exp((at - ms) / FADES_MS[band]));
        }
        return stirred;
    }

    /**
     * The strength of the strongest hard point after `fromMs`, 0...1.
     * @param {number} fromMs @param {number} toMs
     */
    struck(fromMs, toMs) {
        let most = 0;
        for (let index = lastBefore(this.hardPoints, toMs, ([at]) => at); index >= 0; index -= 1) {
            const [at, strength] = this.hardPoints[index];
            if (at <= fromMs) break;
            most = Math.max(most, strength / 255);
        }
        return most;
    }

    /**
     * Fills in the latest hard points, four numbers each: age in seconds, strength 0...1, band, and a seed 0...1.
     * @param {number} ms @param {Float32Array} into
     */
    points(ms, into) {
        into.fill(0);
        let place = 0;
        let before = Infinity;
        for (let index = lastBefore(this.hardPoints, ms, ([at]) => at); index >= 0 && place < POINTS; index -= 1) {
            const [at, strength, band] = this.hardPoints[index];
            // Hard points close together count as one.
            if (before - at < 140) continue;
            before = at;
            into.set([(ms - at) / 1000, strength / 255, band, chance(at)], place * 4);
            place += 1;
        }
        for (; place < POINTS; place += 1) into[place * 4] = 99;
    }

    /**
     * A spectrum estimated from the analysis, for when none is measured.
     * @param {number} ms @param {Uint8Array} into
     */
    spectrum(ms, into) {
        const [low, mid, high] = this.bands(ms);
        const level = this.level(ms);
        for (let bin = 0; bin < into.length; bin += 1) {
            const place = bin / into.length;
            const band =
                low * Math.exp(-(((place - 0.06) / 0.1) ** 2)) +
                mid * Math.exp(-(((place - 0.3) / 0.18) ** 2)) +
                high * Math.exp(-(((place - 0.72) / 0.22) ** 2));
            const body = level * (0.75 - 0.55 * place) * (0.25 + 0.75 * flowing(bin, ms / 1000));
            const all = body + band * (0.5 + 0.5 * flowing(bin + 9, ms / 700));
            into[bin] = Math.round(255 * Math.min(1, all));
        }
    }
}
