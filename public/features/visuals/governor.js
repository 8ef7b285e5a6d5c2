// @ts-check
// Keeps visuals from flashing (WCAG 2.2, success criterion 2.3.1: three flashes a second at most). Pure.
//
// A flash is a pair of opposing changes of relative luminance by 0.1 or more. No pixel may change its luminance by more
// than RATE in a second, so none of them can make more than RATE / 0.1 such changes in a second, whatever a visual
// draws and however quickly the hard points come: two flashes and a half.

/** The most by which the relative luminance of a pixel changes in a second. */
export const RATE = 0.5;

/** A frame that took longer counts as if it took so long: a page that hangs does not jump afterwards. */
const LONGEST_MS = 250;

/**
 * The most by which the relative luminance of a pixel may change in a frame.
 * @param {number} elapsedMs since the frame before
 */
export const step = (elapsedMs) => (RATE * Math.min(LONGEST_MS, Math.max(0, elapsedMs))) / 1000;

/** Between the beginnings of two pulses, in milliseconds. */
const APART_MS = 360;

const RISE_MS = 90;
const FALL_MS = 420;

/**
 * Pulses of light, 0...1, from hard points that may come as fast as they like: what comes too soon after another is
 * passed over, and each rises and falls at its own pace.
 */
export class Pulses {
    #begunMs = -Infinity;
    #target = 0;
    #value = 0;

    /**
     * @param {number} nowMs of any steady clock
     * @param {number} strength of a hard point that has just come, 0...1; 0 for none
     * @param {number} elapsedMs since the last call
     */
    next(nowMs, strength, elapsedMs) {
        if (strength > 0 && nowMs - this.#begunMs >= APART_MS) [this.#begunMs, this.#target] = [nowMs, strength];
        const elapsed = Math.min(LONGEST_MS, Math.max(0, elapsedMs));
        if (this.#value < this.#target) {
            this.#value = Math.min(this.#target, this.#value + elapsed / RISE_MS);
            if (this.#value === this.#target) this.#target = 0;
        } else {
            this.#value = Math.max(0, this.#value - elapsed / FALL_MS);
        }
        return this.#value;
    }
}
