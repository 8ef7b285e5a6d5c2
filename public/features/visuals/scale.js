// @ts-check
// Adapts the resolution of visuals, so that a weak graphics card keeps up. The browser stretches the result. Pure.

export const SCALES = /** @type {readonly number[]} */ ([1, 0.75, 0.5, 0.375, 0.25, 0.18, 0.125]);

/** Frames per measurement. */
const FRAMES = 24;
/** The time of a frame at 60 frames per second, with a small margin. */
const GOOD_MS = 18.2;
/** The next larger scale is tried after this many good measurements. The number doubles after each failed try. */
const PATIENCE = 12;

/** Chooses the scale by the median time between frames, because a few slow frames mean little. */
export class RenderScale {
    #index;
    /** @type {number[]} */
    #frames = [];
    #good = 0;
    #patience = PATIENCE;
    #isTrying = false;

    /** @param {number} [index] the initial scale's index */
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
     * @param {number} elapsedMs the time between two frames
     * @returns {boolean} whether the scale has changed
     */
    frame(elapsedMs) {
        // The page was hidden, or something else caused the delay.
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
        // Far too slow: skips as many scales as the number of pixels suggests.
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
