// @ts-check
// The playback state and its events.

import * as Queue from './queue.js';

/** After a pause of this length the audio device may sleep. */
const REST_AFTER_S = 60;

/** @typedef {'idle'|'loading'|'playing'|'paused'|'waiting'|'failed'} Status */

/**
 * Events: `change` (status, modes, volume), `time`, `queue`, `replaced` and `restored` (the whole queue), `problem`
 * ({trouble, track, last}), `passed` ({tracks, last}: tracks that cannot play at present), and for reports, each with
 * {track, positionMs}: `started`, `paused`, `resumed`, `seeked`, `ended`, `stopped`.
 */
export class PlayState extends EventTarget {
    /** @type {Queue.Queue} */
    queue = Queue.EMPTY;
    /** @type {Status} */
    status = 'idle';
    /** The queue's source, such as `album:…`; empty if the source has no play button. */
    source = '';
    /** @protected */
    decks;
    /**
     * The start of the loaded entry's play has been reported, its end has not.
     * @protected
     */
    begun = false;
    /**
     * The listener wants playback, whatever the element does at the moment.
     * @protected
     */
    wanted = false;

    /** @param {import('./mixing-decks.js').MixingDecks} decks */
    constructor(decks) {
        super();
        this.decks = decks;
    }

    get current() {
        return Queue.current(this.queue)?.track;
    }

    get isPlaying() {
        return this.status === 'playing' || this.status === 'waiting' || (this.status === 'loading' && this.wanted);
    }

    get positionMs() {
        return this.decks.positionMs;
    }

    get durationMs() {
        return this.decks.durationMs ?? this.current?.durationMs ?? 0;
    }

    /** @param {Status} status @protected */
    become(status) {
        if (status === this.status) return;
        this.status = status;
        if (!this.isPlaying) this.decks.callIn('rest', REST_AFTER_S, () => this.decks.graph?.rest());
        this.emit('change');
    }

    /** @param {string} type @param {object} [detail] @protected */
    emit(type, detail) {
        this.dispatchEvent(new CustomEvent(type, { detail }));
    }

    /** @param {string} type @param {number} [positionMs] @protected */
    report(type, positionMs = this.positionMs) {
        this.emit(type, { track: this.decks.loaded?.track, positionMs });
    }
}
