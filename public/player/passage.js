// @ts-check
// A passage of a track that is played again and again (A–B repeat), and how it is written in addresses.

/** @typedef {{ fromMs: number, toMs: number, name?: string }} Passage */

export const SHORTEST_MS = 500;
const LONGEST_NAME = 80;

/**
 * @param {string} path of the track's page @param {Passage} passage
 * @returns {string} the path and query of a link that plays it
 */
export function passagePath(path, { fromMs, toMs, name }) {
    const query = new URLSearchParams({ from: seconds(fromMs), to: seconds(toMs) });
    if (name) query.set('name', name);
    return `${path}?${query}`;
}

const seconds = (/** @type {number} */ ms) => String(Math.round(ms) / 1000);

/**
 * The passage that an address names; undefined where it names none.
 * @param {string} search @param {number} durationMs of the track
 * @returns {Passage | undefined}
 */
export function readPassage(search, durationMs) {
    const query = new URLSearchParams(search);
    const [from, to] = ['from', 'to'].map((part) => Number(query.get(part) || NaN) * 1000);
    if (!(from >= 0) || !(to <= durationMs + 1000) || !(to - from >= SHORTEST_MS)) return undefined;
    const name = query.get('name')?.trim().slice(0, LONGEST_NAME);
    return { fromMs: from, toMs: Math.min(to, durationMs), ...(name ? { name } : {}) };
}

/** Dispatches `change`. */
export class PassageRepeat extends EventTarget {
    /**
     * The beginning, before there is an end.
     * @type {number | undefined}
     */
    fromMs;
    /** @type {Passage | undefined} */
    passage;
    #trackId = '';

    /** @param {import('./player.js').Player} player */
    constructor(player) {
        super();
        this.player = player;
        for (const event of ['queue', 'change', 'time']) player.addEventListener(event, () => this.#follow());
    }

    /** Sets the beginning, then the end, then neither. */
    step() {
        const { player } = this;
        const now = player.positionMs;
        if (this.passage) return this.clear();
        if (this.fromMs === undefined || now - this.fromMs < SHORTEST_MS) {
            this.#trackId = player.current?.id ?? '';
            this.fromMs = now;
            return this.#changed();
        }
        this.set({ fromMs: this.fromMs, toMs: now });
    }

    /** @param {Passage} passage of the current track, which is played from its beginning on */
    set(passage) {
        this.#trackId = this.player.current?.id ?? '';
        this.fromMs = passage.fromMs;
        this.passage = passage;
        this.#changed();
        this.player.seek(passage.fromMs);
    }

    clear() {
        if (this.fromMs === undefined) return;
        this.fromMs = undefined;
        this.passage = undefined;
        this.player.forget('passage');
        this.#changed();
    }

    #follow() {
        const { player, passage } = this;
        if (this.fromMs === undefined) return;
        if (player.current?.id !== this.#trackId) return this.clear();
        if (!passage) return;
        // At the end of the track nothing else may follow first.
        const toMs = Math.min(passage.toMs, player.durationMs - 600);
        if (player.status !== 'playing') player.forget('passage');
        else player.callAt('passage', toMs, () => player.seek(passage.fromMs));
    }

    #changed() {
        this.dispatchEvent(new Event('change'));
    }
}
