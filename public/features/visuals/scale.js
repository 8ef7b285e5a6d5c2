// @ts-check
// How large visuals are drawn before they are stretched over their place, so that a weak graphics card keeps up. Pure.

export const SCALES = /** @type {readonly number[]} */ ([1, 0.75, 0.5, 0.375, 0.25, 0.18, 0.125]);

/** Frames that are looked at together. */
const FRAMES = 24;
/** A frame of a screen that shows 60 a second, and a little. */
const GOOD_MS = 18.2;
/** After so many good looks the next larger scale is tried; twice as many after each try that failed. */
const PATIENCE = 12;

/** Looks at the times between frames. Few drop in an instant, so the middle one counts. */
export class RenderScale {
    #index;
    /** @type {number[]} */
    #frames = [];
    #good = 0;
    #patience = PATIENCE;
    #isTrying = false;

    /** @param {number} [index] of the scale to begin with */
    constructor(index = 1) {
        this.#index = index;
    }

    get value() {
        return SCALES[this.#index];
    }

    get index() {
        return this.#index;
    }

    /**
     * @param {number} elapsedMs between two frames
     * @returns {boolean} whether the scale is another one now
     */
    frame(elapsedMs) {
        // A page that was hidden, or a hitch of something else.
        if (elapsedMs > 1000) return false;
        this.#frames.push(elapsedMs);
        if (this.#frames.length < FRAMES) return false;
        const middle = this.#frames.sort((one, other) => one - other)[FRAMES / 2];
        this.#frames = [];
        return middle > GOOD_MS ? this.#shrink(middle) : this.#grow();
    }

    #shrink(/** @type {number} */ middle) {
        if (this.#isTrying) this.#patience *= 2;
        this.#isTrying = false;
        this.#good = 0;
        if (this.#index === SCALES.length - 1) return false;
        // Far too slow: at once as far as the pixels' number promises.
        const wanted = this.value * Math.sqrt(GOOD_MS / middle);
        const found = SCALES.findIndex((scale) => scale <= wanted);
        this.#index = Math.max(this.#index + 1, found < 0 ? SCALES.length - 1 : Math.min(found, this.#index + 3));
        return true;
    }

    #grow() {
        this.#good += 1;
        if (this.#good === 2) this.#isTrying = false;
        if (this.#good < this.#patience || this.#index === 0) return false;
        this.#good = 0;
        this.#index -= 1;
        this.#isTrying = true;
        return true;
    }
}
