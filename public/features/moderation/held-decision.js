// @ts-check
// Decisions that can be undone for a few seconds before they are sent. Pure but for its timer.

/**
 * @template T
 */
export class HeldDecision {
    /** @type {{ decision: T, timer: ReturnType<typeof setTimeout> } | undefined} */
    #held;

    /**
     * @param {(decision: T, options: { isLeaving: boolean }) => void} send
     * @param {number} [holdMs]
     */
    constructor(send, holdMs = 6000) {
        this.send = send;
        this.holdMs = holdMs;
    }

    get decision() {
        return this.#held?.decision;
    }

    /**
     * Holds a decision and sends the previous one.
     * @param {T} decision
     */
    hold(decision) {
        this.flush();
        this.#held = { decision, timer: setTimeout(() => this.flush(), this.holdMs) };
    }

    /** Takes the decision back. Returns undefined if it was already sent. */
    undo() {
        const held = this.#held;
        if (held) clearTimeout(held.timer);
        this.#held = undefined;
        return held?.decision;
    }

    /**
     * Sends the held decision now.
     * @param {{ isLeaving?: boolean }} options `isLeaving`: the page is closing
     */
    flush({ isLeaving = false } = {}) {
        const decision = this.undo();
        if (decision !== undefined) this.send(decision, { isLeaving });
    }
}
