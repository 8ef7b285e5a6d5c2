// @ts-check
// Two media elements act as one: while the active one plays, the spare one loads the next track, so that tracks join
// without a gap. With a sound graph both run through its seam, and the audible sound may lag behind the element.

import { DeckElements, empty, start } from './deck-elements.js';

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./queue.js').Entry} Entry */
/**
 * @typedef {(track: TrackItem, how: { fromMs: number, converted: boolean }) => string} Source the URL of a track's
 *   audio
 */

/** Dispatches the element events, `joined` (the spare deck is to become active) and `loaded`. */
export class Decks extends DeckElements {
    /**
     * The entry of the spare deck, ready to follow.
     * @type {Entry | undefined}
     */
    prepared;
    /** The start position to apply once the duration is known. */
    #pendingMs = 0;
    /** The stream is converted, because the file itself would not play. */
    #converted = false;
    /** The spare deck still plays the last milliseconds of the previous track. */
    #fading = false;
    /** The spare deck already plays; the seam holds its sound until the active deck ends. */
    isJoining = false;
    /** The next `seeked` comes from setting the element back to the audible position, not from the listener. */
    #isSetBack = false;
    /** @protected @type {number} */
    cueMs = 0;
    #endedAt = 0;

    /**
     * @param {[HTMLAudioElement, HTMLAudioElement]} elements
     * @param {Source} source
     * @param {import('./sound-graph.js').SoundGraph} [graph]
     */
    constructor(elements, source, graph) {
        super(elements, graph);
        this.source = source;
        for (const [place, deck] of elements.entries())
            deck.addEventListener('loadedmetadata', () => this.#cue(place, deck));
        graph?.addEventListener('joined', () => this.isJoining && this.emit('joined'));
        graph?.addEventListener('silenced', (event) => {
            if (/** @type {CustomEvent} */ (event).detail.deck !== this.place) this.silence();
        });
    }

    /** How far the element is ahead of the audible sound, in milliseconds of the track. */
    get #aheadMs() {
        const delay = this.graph?.delay(this.place) ?? 0;
        if (delay === 0) return 0;
        const since = this.active.ended && this.#endedAt > 0 ? (this.graph?.now ?? 0) - this.#endedAt : 0;
        return Math.max(0, delay - since) * this.active.playbackRate * 1000;
    }

    get positionMs() {
        if (this.#pendingMs > 0) return this.#pendingMs;
        if (!this.loaded) return 0;
        return Math.max(0, Math.round(this.originMs + this.active.currentTime * 1000 - this.#aheadMs));
    }

    /** Whether nothing is audible. An ended element reports paused, although its end may still be audible. */
    get isPaused() {
        return this.active.paused && !(this.active.ended && this.#aheadMs > 0) && !this.isJoining;
    }

    /** Whether the spare deck could start at once. */
    get isReadyToFollow() {
        return (
            this.prepared !== undefined &&
            !this.spare.error &&
            !this.spare.seeking &&
            this.spare.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
        );
    }

    /** @protected */
    hearSeek() {
        if (!this.#isSetBack) this.emit('seeked');
        this.#isSetBack = false;
    }

    /** @protected */
    hearEnd() {
        this.#endedAt = this.graph?.now ?? 0;
        const delay = this.graph?.delay(this.place) ?? 0;
        if (this.isJoining) this.graph?.ended(this.place);
        else if (delay > 0) this.callIn('drained', delay, () => this.emit('ended'));
        else this.emit('ended');
    }

    /**
     * @param {Entry} entry
     * @param {{ eager: boolean, positionMs: number, overlap: boolean }} how `overlap`: the previous deck plays on until
     *   this one is audible
     */
    load(entry, { eager, positionMs, overlap }) {
        this.cancelJoin();
        this.#pendingMs = positionMs;
        this.originMs = 0;
        this.#converted = false;
        if (this.prepared === entry && positionMs === 0 && !this.spare.error) {
            if (this.cueMs > 0) this.spare.currentTime = 0;
            this.#exchange();
            if (!overlap || this.hasGraph) this.silence();
        } else {
            this.discard();
            start(this.active, this.source(entry.track, { fromMs: 0, converted: false }), eager ? 'auto' : 'metadata');
        }
        this.loaded = entry;
        this.graph?.lead(this.place);
        this.emit('loaded');
    }

    #exchange() {
        this.place = 1 - this.place;
        this.prepared = undefined;
        this.cueMs = 0;
        this.#fading = true;
        this.#isSetBack = false;
        this.#endedAt = 0;
    }

    /** @param {Entry | undefined} entry the next one */
    prepare(entry) {
        const isSame = entry === this.loaded && !this.hasGraph;
        if (!entry || entry === this.prepared || isSame || (this.#fading && this.hasGraph)) return;
        this.silence();
        this.prepared = entry;
        this.cueMs = 0;
        start(this.spare, this.source(entry.track, { fromMs: 0, converted: false }), 'auto');
        this.emit('loaded');
    }

    /** Chromium drops the first 6.5 ms of Opus unless the element seeks there. */
    #cue(/** @type {number} */ place, /** @type {HTMLAudioElement} */ deck) {
        // A deck that already plays would start twice.
        if (place === this.place || !/ogg|opus/.test(this.prepared?.track.mediaType ?? '')) return;
        if (deck.seekable.length > 0) deck.currentTime = 1e-5;
    }

    /** Drops the prepared entry. */
    discard() {
        this.unjoin();
        this.silence();
        if (!this.prepared) return;
        this.prepared = undefined;
        empty(this.spare);
    }

    /** Stops and empties the deck of the previous track. */
    silence() {
        if (!this.#fading) return;
        this.#fading = false;
        this.spare.pause();
        empty(this.spare);
    }

    unload() {
        this.discard();
        this.loaded = undefined;
        this.#pendingMs = 0;
        this.originMs = 0;
        this.graph?.flush();
        empty(this.active);
    }

    // The seam

    /**
     * Starts the prepared deck, audible from `atMs` of the active one on. Then `joined` is dispatched.
     * @param {import('./joins.js').Join} join
     */
    join({ atMs, isPlace, fadeMs, tailMs, leadingMs, at }) {
        const { graph } = this;
        if (!graph) return;
        const seconds = (/** @type {number} */ ms) => (ms < 0 ? -1 : ms / 1000 / this.rate);
        this.forget('drained');
        this.isJoining = true;
        graph.hold({
            deck: 1 - this.place,
            at: at ?? graph.now + (atMs - this.positionMs) / 1000 / this.active.playbackRate,
            isPlace,
            tail: seconds(tailMs),
            leading: seconds(leadingMs),
            fade: fadeMs / 1000 / this.rate,
        });
        void this.spare.play().catch(() => this.unjoin());
    }

    /**
     * @param {Entry} entry loaded or prepared @param {number} gain linear
     * @param {boolean} isNew none of it has been audible yet
     */
    level(entry, gain, isNew) {
        if (entry === this.loaded) this.graph?.level(this.place, gain, isNew);
        if (entry === this.prepared) this.graph?.level(1 - this.place, gain, isNew || entry !== this.loaded);
    }

    /** Makes the prepared deck the active one. Call when `joined` is dispatched. */
    completeJoin() {
        this.isJoining = false;
        this.loaded = this.prepared;
        this.#pendingMs = 0;
        this.originMs = 0;
        this.#converted = false;
        this.#exchange();
    }

    /** Cancels the join. Reports the end of the active deck if it has ended meanwhile. */
    unjoin() {
        if (!this.isJoining) return;
        this.cancelJoin();
        if (this.active.ended) this.hearEnd();
    }

    /** @protected */
    cancelJoin() {
        this.forget('drained');
        if (!this.isJoining) return;
        this.isJoining = false;
        this.graph?.release();
        this.spare.pause();
        this.spare.currentTime = this.cueMs / 1000;
    }

    pause() {
        const at = this.positionMs;
        const isAhead = this.hasGraph && (this.#aheadMs > 0 || this.isJoining || this.#fading);
        this.active.pause();
        if (!isAhead) return;
        this.#stopAhead();
        this.#isSetBack = true;
        this.active.currentTime = (at - this.originMs) / 1000;
    }

    #stopAhead() {
        this.cancelJoin();
        if (!this.hasGraph) return;
        this.silence();
        this.graph?.flush();
    }

    // The position in the track

    /**
     * Seeks to a position. Returns true if the deck had to reload there; the caller then starts it again.
     * @param {number} ms
     */
    seek(ms) {
        if (this.active.readyState === 0 && this.originMs === 0) {
            this.#pendingMs = ms;
            return false;
        }
        this.#stopAhead();
        if (!this.reaches(ms)) return this.#restart(ms);
        this.#pendingMs = 0;
        this.#isSetBack = false;
        this.active.currentTime = (ms - this.originMs) / 1000;
        return false;
    }

    /** Applies the pending position. Call when the duration becomes known. Returns the same as `seek`. */
    settle() {
        return this.#pendingMs > 0 && this.seek(this.#pendingMs);
    }

    /**
     * Switches to a converted stream, which this browser plays, and reloads. Returns false if already converted.
     * @param {number} ms
     */
    convert(ms) {
        if (!this.loaded || this.#converted) return false;
        this.#converted = true;
        return this.#restart(ms);
    }

    #restart(/** @type {number} */ ms) {
        if (!this.loaded) return false;
        this.#pendingMs = 0;
        this.originMs = Math.round(ms);
        start(
            this.active,
            this.source(this.loaded.track, { fromMs: this.originMs, converted: this.#converted }),
            'auto',
        );
        return true;
    }

    /**
     * Stores the position for a later attempt.
     * @param {number} ms
     */
    remember(ms) {
        this.#pendingMs = ms;
    }
}
