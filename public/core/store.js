// @ts-check

/**
 * A value that notifies its listeners when it is replaced.
 * @template T
 */
export class Store {
    #value;
    /** @type {Set<(value: T) => void>} */
    #listeners = new Set();

    /** @param {T} value */
    constructor(value) {
        this.#value = value;
    }

    get value() {
        return this.#value;
    }

    /** @param {T} value */
    set(value) {
        if (Object.is(value, this.#value)) return;
        this.#value = value;
        for (const listener of [...this.#listeners]) listener(value);
    }

    /**
     * @param {(value: T) => void} listener called with each new value
     * @param {AbortSignal} [signal]
     */
    subscribe(listener, signal) {
        this.#listeners.add(listener);
        signal?.addEventListener('abort', () => this.#listeners.delete(listener), { once: true });
    }
}
