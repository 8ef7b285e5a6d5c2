// @ts-check
// Undo and redo. Pure.

const MOST = 200;

/**
 * The states of an edited value. Consecutive changes of the same kind are one step.
 * @template T
 */
export class History {
    /** @type {T[]} */
    #past = [];
    /** @type {T[]} */
    #future = [];
    #kind = '';

    /** @param {T} present */
    constructor(present) {
        this.present = present;
    }

    get canUndo() {
        return this.#past.length > 0;
    }

    get canRedo() {
        return this.#future.length > 0;
    }

    /** @param {T} next @param {string} [kind] the kind of a continuous change, such as typing in one line */
    push(next, kind = '') {
        if (next === this.present) return;
        if (!kind || kind !== this.#kind) this.#past.push(this.present);
        if (this.#past.length > MOST) this.#past.shift();
        this.#kind = kind;
        this.#future = [];
        this.present = next;
    }

    undo() {
        const before = this.#past.pop();
        if (before === undefined) return false;
        this.#future.push(this.present);
        this.present = before;
        this.#kind = '';
        return true;
    }

    redo() {
        const after = this.#future.pop();
        if (after === undefined) return false;
        this.#past.push(this.present);
        this.present = after;
        this.#kind = '';
        return true;
    }
}
