// @ts-check
// Two media elements as one: while the active one sounds, the spare one loads what follows, so that tracks join without a gap.

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./queue.js').Entry} Entry */

export class Decks {
    #active;
    #spare;
    /**
     * What the active deck holds.
     * @type {Entry | undefined}
     */
    loaded;
    /**
     * What the spare deck holds, ready to follow.
     * @type {Entry | undefined}
     */
    prepared;
    /** Where to begin once the length is known. */
    #pendingMs = 0;
    /** The spare deck still sounds its last milliseconds. */
    #fading = false;

    /**
     * @param {[HTMLAudioElement, HTMLAudioElement]} elements
     * @param {(track: TrackItem) => string} source
     */
    constructor([active, spare], source) {
        this.#active = active;
        this.#spare = spare;
        this.source = source;
    }

    get active() {
        return this.#active;
    }

    get positionMs() {
        if (this.#pendingMs > 0) return this.#pendingMs;
        return this.loaded ? Math.round(this.#active.currentTime * 1000) : 0;
    }

    /** Undefined until the element knows. */
    get durationMs() {
        const seconds = this.#active.duration;
        return this.loaded && Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) : undefined;
    }

    /** The end of the loaded range that holds the position. */
    get bufferedMs() {
        const { buffered, currentTime } = this.#active;
        for (let range = 0; range < buffered.length; range++) {
            if (buffered.start(range) <= currentTime + 0.5 && buffered.end(range) >= currentTime) return buffered.end(range) * 1000;
        }
        return 0;
    }

    /** The spare deck could sound at once. */
    get isReadyToFollow() {
        return this.prepared !== undefined && this.#spare.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
    }

    /**
     * Events of the deck that is active at the time, while it holds something.
     * @param {string} type
     * @param {() => void} listener
     */
    on(type, listener) {
        for (const deck of [this.#active, this.#spare]) {
            deck.addEventListener(type, () => { if (deck === this.#active && (this.loaded || type === 'volumechange')) listener(); });
        }
    }

    /**
     * @param {Entry} entry
     * @param {{ eager: boolean, positionMs: number, overlap: boolean }} how `overlap`: the last deck sounds on until this one is heard
     */
    load(entry, { eager, positionMs, overlap }) {
        this.#pendingMs = positionMs;
        if (this.prepared === entry && positionMs === 0 && !this.#spare.error) {
            [this.#active, this.#spare] = [this.#spare, this.#active];
            this.prepared = undefined;
            this.#fading = true;
            if (!overlap) this.silence();
        } else {
            this.discard();
            start(this.#active, this.source(entry.track), eager ? 'auto' : 'metadata');
        }
        this.loaded = entry;
    }

    /** @param {Entry | undefined} entry what will follow */
    prepare(entry) {
        if (!entry || entry === this.prepared || entry === this.loaded) return;
        this.silence();
        this.prepared = entry;
        start(this.#spare, this.source(entry.track), 'auto');
    }

    /** What was prepared does not follow after all. */
    discard() {
        this.silence();
        if (!this.prepared) return;
        this.prepared = undefined;
        empty(this.#spare);
    }

    /** The deck before this one falls silent. */
    silence() {
        if (!this.#fading) return;
        this.#fading = false;
        this.#spare.pause();
        empty(this.#spare);
    }

    unload() {
        this.discard();
        this.loaded = undefined;
        this.#pendingMs = 0;
        empty(this.#active);
    }

    /** @param {number} ms */
    seek(ms) {
        if (this.#active.readyState === 0) this.#pendingMs = ms;
        else this.#active.currentTime = ms / 1000;
    }

    /** Call when the length has become known. */
    settle() {
        if (this.#pendingMs > 0) this.#active.currentTime = this.#pendingMs / 1000;
        this.#pendingMs = 0;
    }

    /**
     * Keeps the place for a later attempt.
     * @param {number} ms
     */
    remember(ms) {
        this.#pendingMs = ms;
    }

    /** The element's scale is steeper than the ear's, hence the square. */
    get volume() {
        return Math.sqrt(this.#active.volume);
    }

    set volume(level) {
        for (const deck of [this.#active, this.#spare]) {
            deck.volume = level * level;
            deck.muted = false;
        }
    }

    get muted() {
        return this.#active.muted;
    }

    set muted(muted) {
        this.#active.muted = muted;
        this.#spare.muted = muted;
    }
}

/** @param {HTMLAudioElement} deck @param {string} source @param {'auto'|'metadata'} preload */
function start(deck, source, preload) {
    deck.preload = preload;
    deck.src = source;
    deck.load();
}

/** @param {HTMLAudioElement} deck */
function empty(deck) {
    deck.removeAttribute('src');
    deck.load();
}
