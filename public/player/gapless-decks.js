// @ts-check
// Two media elements as one: while the active one sounds, the spare one loads what follows, so that tracks join without
// a gap.

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./queue.js').Entry} Entry */
/**
 * @typedef {(track: TrackItem, how: { fromMs: number, converted: boolean }) => string} Source the address of a track's
 *   sound
 */

export class Decks {
    #active;
    #spare;
    /**
     * The entry of the active deck.
     * @type {Entry | undefined}
     */
    loaded;
    /**
     * The entry of the spare deck, ready to follow.
     * @type {Entry | undefined}
     */
    prepared;
    /** Where to begin once the length is known. */
    #pendingMs = 0;
    /** Where in the track the sound of the active deck begins. */
    #originMs = 0;
    /** The file itself would not play. */
    #converted = false;
    /** The spare deck still sounds its last milliseconds. */
    #fading = false;

    /**
     * @param {[HTMLAudioElement, HTMLAudioElement]} elements
     * @param {Source} source
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
        return this.loaded ? this.#originMs + Math.round(this.#active.currentTime * 1000) : 0;
    }

    /** Undefined until the element knows. */
    get durationMs() {
        const seconds = this.#active.duration;
        return this.loaded && Number.isFinite(seconds) && seconds > 0
            ? this.#originMs + Math.round(seconds * 1000)
            : undefined;
    }

    /** The end of the loaded range that holds the position. */
    get bufferedMs() {
        const { buffered, currentTime } = this.#active;
        for (let range = 0; range < buffered.length; range++) {
            if (buffered.start(range) <= currentTime + 0.5 && buffered.end(range) >= currentTime)
                return this.#originMs + buffered.end(range) * 1000;
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
            deck.addEventListener(type, () => {
                if (deck === this.#active && (this.loaded || type === 'volumechange')) listener();
            });
        }
    }

    /**
     * @param {Entry} entry
     * @param {{ eager: boolean, positionMs: number, overlap: boolean }} how `overlap`: the last deck sounds on until
     *   this one is heard
     */
    load(entry, { eager, positionMs, overlap }) {
        this.#pendingMs = positionMs;
        this.#originMs = 0;
        this.#converted = false;
        if (this.prepared === entry && positionMs === 0 && !this.#spare.error) {
            [this.#active, this.#spare] = [this.#spare, this.#active];
            this.prepared = undefined;
            this.#fading = true;
            if (!overlap) this.silence();
        } else {
            this.discard();
            start(this.#active, this.source(entry.track, { fromMs: 0, converted: false }), eager ? 'auto' : 'metadata');
        }
        this.loaded = entry;
    }

    /** @param {Entry | undefined} entry what will follow */
    prepare(entry) {
        if (!entry || entry === this.prepared || entry === this.loaded) return;
        this.silence();
        this.prepared = entry;
        start(this.#spare, this.source(entry.track, { fromMs: 0, converted: false }), 'auto');
    }

    /** Drops the prepared entry. */
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
        this.#originMs = 0;
        empty(this.#active);
    }

    /**
     * Answers whether the deck had to begin anew, from there on, and must be started again if it is to sound.
     * @param {number} ms
     */
    seek(ms) {
        if (this.#active.readyState === 0 && this.#originMs === 0) {
            this.#pendingMs = ms;
            return false;
        }
        if (!this.#reaches(ms)) return this.#restart(ms);
        this.#pendingMs = 0;
        this.#active.currentTime = (ms - this.#originMs) / 1000;
        return false;
    }

    /** Call when the length has become known. Answers as `seek`. */
    settle() {
        return this.#pendingMs > 0 && this.seek(this.#pendingMs);
    }

    /**
     * Has the track converted to what this browser plays. Answers whether it was not that already; then it begins anew.
     * @param {number} ms
     */
    convert(ms) {
        if (!this.loaded || this.#converted) return false;
        this.#converted = true;
        return this.#restart(ms);
    }

    /** Seeking in a stream that is still being converted goes as far as the element says, if at all. */
    #reaches(/** @type {number} */ ms) {
        const { seekable } = this.#active;
        const seconds = (ms - this.#originMs) / 1000;
        for (let range = 0; range < seekable.length; range++) {
            if (seconds >= seekable.start(range) && seconds <= seekable.end(range)) return true;
        }
        return false;
    }

    #restart(/** @type {number} */ ms) {
        if (!this.loaded) return false;
        this.#pendingMs = 0;
        this.#originMs = Math.round(ms);
        start(
            this.#active,
            this.source(this.loaded.track, { fromMs: this.#originMs, converted: this.#converted }),
            'auto',
        );
        return true;
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
