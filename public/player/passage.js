// @ts-check
// A passage of a track that repeats (A–B repeat), and its form in URLs.

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
 * The passage in a URL's query; undefined if there is none.
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
     * The start of the passage, set before its end is.
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

    /** Sets the start, then the end, then clears both. */
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

    /** @param {Passage} passage of the current track; playback moves to its start */
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
        // Fires before the end of the track, so that the next track does not start first.
        const toMs = Math.min(passage.toMs, player.durationMs - 600);
        if (player.status !== 'playing') player.forget('passage');
        else player.callAt('passage', toMs, () => player.seek(passage.fromMs));
    }

    #changed() {
        this.dispatchEvent(new Event('change'));
    }
}
