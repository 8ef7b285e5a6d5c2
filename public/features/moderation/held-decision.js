// @ts-check
// Decisions that can be undone for a few seconds: until then nobody has been told of them. Pure but for its timer.

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
     * Holds a decision; the one before it is sent.
     * @param {T} decision
     */
    hold(decision) {
        this.flush();
        this.#held = { decision, timer: setTimeout(() => this.flush(), this.holdMs) };
    }

    /** Takes the decision back; undefined when it has been sent. */
    undo() {
        const held = this.#held;
        if (held) clearTimeout(held.timer);
        this.#held = undefined;
        return held?.decision;
    }

    /**
     * Sends it now.
     * @param {{ isLeaving?: boolean }} options `isLeaving`: the page ends with this call
     */
    flush({ isLeaving = false } = {}) {
        const decision = this.undo();
        if (decision !== undefined) this.send(decision, { isLeaving });
    }
}
