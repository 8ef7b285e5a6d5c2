// @ts-check
// The player's two media elements: the active one, its events, and the volume of both.

const EVENTS = ['loadedmetadata', 'playing', 'pause', 'waiting', 'timeupdate', 'progress', 'durationchange'];

/** Dispatches the events of the active element while an entry is loaded. */
export class DeckElements extends EventTarget {
    #elements;
    /**
     * The index of the active deck.
     * @protected
     */
    place = 0;
    /**
     * The entry of the active deck.
     * @type {import('./queue.js').Entry | undefined}
     */
    loaded;
    /**
     * The track position at which the active deck's stream begins.
     * @protected
     */
    originMs = 0;
    /** The perceived volume; elements and gains get its square. */
    #volume = 1;
    #muted = false;
    /** The fraction of the volume that a fade leaves. */
    #left = 1;
    /** @type {Map<string, ReturnType<typeof setTimeout>>} */
    #timers = new Map();

    /**
     * @param {[HTMLAudioElement, HTMLAudioElement]} elements
     * @param {import('./sound-graph.js').SoundGraph} [graph]
     */
    constructor(elements, graph) {
        super();
        this.#elements = elements;
        this.graph = graph;
        for (const [place, deck] of elements.entries()) {
            const follow = (/** @type {string} */ type, /** @type {() => void} */ run) =>
                deck.addEventListener(type, () => {
                    if (place === this.place && this.loaded) run();
                });
            for (const type of EVENTS) follow(type, () => this.emit(type));
            follow('seeked', () => this.hearSeek());
            follow('ended', () => this.hearEnd());
            follow('error', () => this.emit('error'));
            deck.addEventListener('volumechange', () => {
                if (place !== this.place || this.hasGraph) return;
                [this.#volume, this.#muted] = [Math.sqrt(deck.volume / this.#left ** 2), deck.muted];
                this.emit('volumechange');
            });
        }
        graph?.addEventListener('ready', () => this.#enterGraph());
    }

    get active() {
        return this.#elements[this.place];
    }

    /** @protected */
    get spare() {
        return this.#elements[1 - this.place];
    }

    get hasGraph() {
        return this.graph?.isOn ?? false;
    }

    /** @param {string} type @param {() => void} listener */
    on(type, listener) {
        this.addEventListener(type, listener);
    }

    /** @param {string} type @protected */
    emit(type) {
        this.dispatchEvent(new Event(type));
    }

    /** @protected */
    hearSeek() {
        this.emit('seeked');
    }

    /** @protected */
    hearEnd() {
        this.emit('ended');
    }

    /** Undefined until the element knows its duration. */
    get durationMs() {
        const seconds = this.active.duration;
        return this.loaded && Number.isFinite(seconds) && seconds > 0
            ? this.originMs + Math.round(seconds * 1000)
            : undefined;
    }

    /** The end of the buffered range that contains the position. */
    get bufferedMs() {
        const { buffered, currentTime } = this.active;
        for (let range = 0; range < buffered.length; range++) {
            if (buffered.start(range) <= currentTime + 0.5 && buffered.end(range) >= currentTime)
                return this.originMs + buffered.end(range) * 1000;
        }
        return 0;
    }

    /**
     * Whether the element can seek to a position. A stream still in conversion allows it in part or not at all.
     * @param {number} ms @protected
     */
    reaches(ms) {
        const { seekable } = this.active;
        const seconds = (ms - this.originMs) / 1000;
        for (let range = 0; range < seekable.length; range++) {
            if (seconds >= seekable.start(range) && seconds <= seekable.end(range)) return true;
        }
        return false;
    }

    /**
     * @param {string} id replaces a call with the same id @param {number} seconds from now @param {() => void} run
     */
    callIn(id, seconds, run) {
        this.forget(id);
        if (this.hasGraph) this.graph?.call(id, seconds, run);
        else this.#timers.set(id, setTimeout(run, seconds * 1000));
    }

    /** @param {string} id */
    forget(id) {
        this.graph?.forget(id);
        clearTimeout(this.#timers.get(id));
        this.#timers.delete(id);
    }

    get rate() {
        return this.active.defaultPlaybackRate;
    }

    /** Preserves the pitch. */
    set rate(rate) {
        for (const deck of this.#elements) {
            deck.preservesPitch = true;
            deck.defaultPlaybackRate = rate;
            deck.playbackRate = rate;
        }
    }

    get volume() {
        return this.#volume;
    }

    set volume(level) {
        [this.#volume, this.#muted] = [level, false];
        this.#apply(0);
    }

    get muted() {
        return this.#muted;
    }

    set muted(muted) {
        this.#muted = muted;
        this.#apply(0);
    }

    /**
     * Lowers the sound temporarily; `volume` keeps its value.
     * @param {number} left from 0 to 1 @param {number} seconds duration of the change, if there is a graph
     */
    fade(left, seconds = 0) {
        this.#left = Math.max(left, 0.001);
        this.#apply(seconds, false);
    }

    /** @param {number} seconds @param {boolean} isNews */
    #apply(seconds, isNews = true) {
        const level = (this.#volume * this.#left) ** 2;
        if (this.hasGraph) {
            this.graph?.setVolume(this.#muted ? 0 : level, seconds);
            if (isNews) this.emit('volumechange');
            return;
        }
        for (const deck of this.#elements) {
            deck.volume = level;
            deck.muted = this.#muted;
        }
    }

    #enterGraph() {
        if (!this.hasGraph) return;
        for (const deck of this.#elements) {
            deck.volume = 1;
            deck.muted = false;
        }
        this.graph?.lead(this.place);
        this.#apply(0, false);
        this.emit('loaded');
    }
}

/** @param {HTMLAudioElement} deck @param {string} source @param {'auto'|'metadata'} preload */
export function start(deck, source, preload) {
    deck.preload = preload;
    deck.src = source;
    deck.load();
}

/** @param {HTMLAudioElement} deck */
export function empty(deck) {
    deck.removeAttribute('src');
    deck.load();
}
