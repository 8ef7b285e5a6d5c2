// @ts-check
// Keeps visuals from flashing (WCAG 2.2, success criterion 2.3.1: three flashes a second at most). Pure.
//
// A flash is a pair of opposing changes of relative luminance by 0.1 or more. No pixel changes its luminance by more
// than RATE per second. So whatever a visual draws, a pixel makes at most RATE / 0.1 such changes per second, which
// is two and a half flashes.

/** The largest change of a pixel's relative luminance per second. */
export const RATE = 0.5;

/** A longer frame counts as this long, so that the picture does not jump after the page has hung. */
const LONGEST_MS = 250;

/**
 * The largest change of a pixel's relative luminance in a frame.
 * @param {number} elapsedMs the time since the last frame
 */
export const step = (elapsedMs) => (RATE * Math.min(LONGEST_MS, Math.max(0, elapsedMs))) / 1000;

/** The minimum time between the starts of two pulses, in milliseconds. */
const APART_MS = 360;

const RISE_MS = 90;
const FALL_MS = 420;

/**
 * Converts hard points into pulses of light, 0...1. A hard point too soon after the last pulse is ignored. Pulses rise
 * and fall at a fixed pace.
 */
export class Pulses {
    #begunMs = -Infinity;
    #target = 0;
    #value = 0;

    /**
     * @param {number} nowMs the time on any steady clock
     * @param {number} strength the strength of a new hard point, 0...1; 0 for none
     * @param {number} elapsedMs the time since the last call
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
