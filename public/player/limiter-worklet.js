// @ts-check
// Runs in the browser's audio thread and limits the output. Loaded by its own URL; imports nothing.

const scope = /** @type {any} */ (globalThis);
/** Frames a second. */
const RATE = /** @type {number} */ (scope.sampleRate);

/**
 * Limits peaks to full scale and leaves quieter sound untouched. Looks ahead, so that the gain falls before a peak.
 */
class Limiter extends scope.AudioWorkletProcessor {
    #ahead = Math.round(0.003 * RATE);
    #release = 1 - Math.exp(-1 / (0.08 * RATE));
    #left = new Float32Array(this.#ahead);
    #right = new Float32Array(this.#ahead);
    /** The reductions that the last frames want, and their sum. */
    #wanted = new Float64Array(this.#ahead);
    #sum = 0;
    #held = 0;
    /** The largest reductions wanted in the previous window and in this one. */
    #before = 0;
    #since = 0;
    #quiet = 0;
    #place = 0;

    /** @param {Float32Array[][]} inputs @param {Float32Array[][]} outputs */
    process([[one, other = one]], [[left, right]]) {
        for (let frame = 0; frame < left.length; frame++) {
            const now = [one ? one[frame] : 0, other ? other[frame] : 0];
            const peak = Math.max(Math.abs(now[0]), Math.abs(now[1]));
            const reduction = peak > 1 ? 1 - 1 / peak : 0;
            const place = this.#place;
            if (place === 0) [this.#before, this.#since] = [this.#since, 0];
            this.#since = Math.max(this.#since, reduction);
            // A peak's reduction stays for at least as long as the look-ahead.
            const least = Math.max(this.#before, this.#since);
            if (least >= this.#held) this.#held = least;
            else this.#held = this.#held < 1e-4 ? least : Math.max(least, this.#held * (1 - this.#release));
            // The mean over a window as long as the look-ahead: it is complete when the peak comes out.
            this.#sum += this.#held - this.#wanted[place];
            this.#wanted[place] = this.#held;
            this.#quiet = this.#held === 0 ? this.#quiet + 1 : 0;
            if (this.#quiet >= this.#ahead) this.#sum = 0;
            const gain = 1 - this.#sum / this.#ahead;
            left[frame] = this.#left[place] * gain;
            right[frame] = this.#right[place] * gain;
            this.#left[place] = now[0];
            this.#right[place] = now[1];
            this.#place = (place + 1) % this.#ahead;
        }
        return true;
    }
}

scope.registerProcessor('rondo-limiter', Limiter);

export {};
