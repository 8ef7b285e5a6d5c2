// @ts-check
// One track after the other, from the queue to the decks. `status` changes when the media element's own event says so.

import { Decks } from './gapless-decks.js';
import { trackSwitchDelay } from './track-switch.js';
import * as Queue from './queue.js';
import { playableAfter } from './playable.js';
import { afterTrouble } from './playback-failures.js';

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./playback-failures.js').Trouble} Trouble */
/** @typedef {'idle'|'loading'|'playing'|'paused'|'waiting'|'failed'} Status */

const PRELOAD_MS = 25_000;
const SKIP_AFTER_MS = 2500;

/**
 * Events: `change` (status, modes, volume), `time`, `queue`, `replaced` and `restored` (all of it), `problem`
 * ({trouble, track, last}), `passed` ({tracks, last}: what does not play at present), and for reports, each with
 * {track, positionMs}: `started`, `paused`, `resumed`, `seeked`, `ended`, `stopped`.
 */
export class Playback extends EventTarget {
    /** @type {Queue.Queue} */
    queue = Queue.EMPTY;
    /** @type {Status} */
    status = 'idle';
    /** The queue's source, such as `album:…`; empty where it has no play button. */
    source = '';
    /** @protected */
    decks;
    /** A play of what is loaded has been reported and not yet finished. */
    #begun = false;
    /** The person wants to hear it, whatever the element does at the moment. */
    #wanted = false;
    /** @protected */
    failures = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #trackSwitch;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #skip;

    /**
     * @param {[HTMLAudioElement, HTMLAudioElement]} elements
     * @param {object} means
     * @param {import('./gapless-decks.js').Source} means.source
     * @param {(track: TrackItem, wasHeard: boolean) => Promise<Trouble>} means.diagnose why a track would not play
     * @param {import('./playable.js').CanPlay} [means.canPlay] at present
     * @param {() => number} [means.random]
     */
    constructor(elements, { source, diagnose, canPlay = () => true, random = Math.random }) {
        super();
        this.decks = new Decks(elements, source);
        this.diagnose = diagnose;
        this.canPlay = canPlay;
        this.random = random;
        this.#listen();
    }

    get current() {
        return Queue.current(this.queue)?.track;
    }

    get isPlaying() {
        return this.status === 'playing' || this.status === 'waiting' || (this.status === 'loading' && this.#wanted);
    }

    get positionMs() {
        return this.decks.positionMs;
    }

    get durationMs() {
        return this.decks.durationMs ?? this.current?.durationMs ?? 0;
    }

    // Commands

    play() {
        if (this.queue.index < 0) return;
        this.failures = 0;
        if (!this.decks.loaded || this.status === 'failed') this.load(true, this.positionMs);
        else this.#start();
    }

    pause() {
        this.#wanted = false;
        clearTimeout(this.#skip);
        this.decks.active.pause();
        // Nothing has sounded yet, so no event will come.
        if (this.status === 'loading') this.#become('paused');
    }

    /** @param {number} ms */
    seek(ms) {
        if (!this.decks.loaded) return;
        this.#cancelTrackSwitch();
        if (this.decks.seek(Math.max(0, Math.min(ms, Math.max(0, this.durationMs - 250))))) this.#beginAnew();
        this.emit('time');
    }

    // From queue to deck

    /** @param {Queue.Queue} queue @protected */
    change(queue) {
        this.queue = queue;
        const { prepared } = this.decks;
        if (prepared && prepared !== Queue.current(queue) && prepared !== this.#automaticNext) this.decks.discard();
        this.emit('queue');
    }

    get #automaticNext() {
        return playableAfter(this.queue, this.canPlay, { automatic: true }).entry;
    }

    /** @param {Queue.Entry | undefined} entry @protected */
    follow(entry) {
        if (!entry) return;
        this.failures = 0;
        this.change(Queue.jump(this.queue, entry.key));
        this.load(true);
    }

    /**
     * @param {boolean} wanted whether it is to sound
     * @param {number} [positionMs]
     * @param {boolean} [overlap]
     * @protected
     */
    load(wanted, positionMs = 0, overlap = false) {
        const entry = Queue.current(this.queue);
        if (!entry) return;
        this.#leave();
        clearTimeout(this.#skip);
        this.#wanted = wanted;
        this.decks.load(entry, { eager: wanted, positionMs, overlap });
        this.#become(wanted ? 'loading' : 'paused');
        this.emit('time');
        if (wanted) this.#start();
    }

    #start() {
        this.#wanted = true;
        const { active } = this.decks;
        active.play().catch(({ name }) => {
            if (active !== this.decks.active || name !== 'NotAllowedError') return;
            this.#wanted = false;
            this.#become('paused');
            this.emit('problem', { trouble: 'blocked', track: this.current, last: true });
        });
    }

    /** The deck has been loaded once more, with the sound from another place on. */
    #beginAnew() {
        if (this.#begun) this.#report('seeked');
        if (this.#wanted) this.#start();
    }

    /** The play of what is loaded ends here, if it had begun. */
    #leave() {
        this.#cancelTrackSwitch();
        if (this.#begun) this.#report('stopped');
        this.#begun = false;
    }

    /** @protected */
    unload() {
        this.#leave();
        this.decks.unload();
        this.#wanted = false;
        this.#become('idle');
        this.emit('time');
    }

    // Events of the decks

    #listen() {
        const decks = this.decks;
        decks.on('loadedmetadata', () => {
            if (decks.settle()) this.#beginAnew();
            this.emit('time');
        });
        decks.on('playing', () => this.#onPlaying());
        decks.on('pause', () => this.#onPause());
        decks.on('waiting', () => {
            if (!decks.active.paused) this.#become('waiting');
        });
        decks.on('timeupdate', () => this.#onTime());
        for (const type of ['progress', 'durationchange']) decks.on(type, () => this.emit('time'));
        decks.on('seeked', () => {
            this.emit('time');
            if (this.#begun) this.#report('seeked');
        });
        decks.on('ended', () => this.#onEnded());
        decks.on('error', () => void this.#onError());
        decks.on('volumechange', () => this.emit('change'));
    }

    #onPlaying() {
        this.decks.silence();
        this.failures = 0;
        const wasPaused = this.status === 'paused';
        this.#become('playing');
        if (this.#begun && wasPaused) this.#report('resumed');
        if (!this.#begun) this.#report('started');
        this.#begun = true;
    }

    #onPause() {
        // One comes just before `ended` and one after `error`, too; those are no wish of anybody.
        if (this.decks.active.ended || this.decks.active.error) return;
        this.#wanted = false;
        this.#become('paused');
        if (this.#begun) this.#report('paused');
    }

    #onTime() {
        this.emit('time');
        const { active } = this.decks;
        if (active.paused) return;
        if (this.status === 'waiting') this.#become('playing');
        const left = this.durationMs - this.positionMs;
        if (left < PRELOAD_MS) this.decks.prepare(this.#automaticNext);
        const delay = trackSwitchDelay(left, this.durationMs, this.current?.durationMs ?? 0);
        if (delay === undefined || this.#trackSwitch || !this.decks.prepared) return;
        this.#trackSwitch = setTimeout(() => {
            if (!active.paused && this.decks.isReadyToFollow) this.#onEnded();
        }, delay);
    }

    #cancelTrackSwitch() {
        clearTimeout(this.#trackSwitch);
        this.#trackSwitch = undefined;
    }

    #onEnded() {
        this.#cancelTrackSwitch();
        if (this.#begun) this.#report('ended', this.durationMs);
        this.#begun = false;
        const { entry, passed } = playableAfter(this.queue, this.canPlay, { automatic: true });
        if (passed.length > 0) this.emit('passed', { tracks: passed, last: !entry });
        if (!entry) {
            this.#wanted = false;
            this.decks.seek(0);
            this.#become('paused');
        } else if (entry === this.decks.loaded) {
            this.decks.seek(0);
            this.#start();
        } else {
            this.change(Queue.jump(this.queue, entry.key));
            this.load(true, 0, true);
        }
    }

    async #onError() {
        const entry = this.decks.loaded;
        if (!entry || !this.decks.active.getAttribute('src')) return;
        const [heardMs, wasHeard] = [this.positionMs, this.#begun];
        this.#leave();
        const trouble = await this.diagnose(entry.track, wasHeard);
        if (entry !== this.decks.loaded) return;
        if (trouble === 'unsupported' && this.decks.convert(heardMs)) {
            this.#become(this.#wanted ? 'loading' : 'paused');
            if (this.#wanted) this.#start();
            return;
        }
        if (trouble === 'network') this.decks.remember(heardMs);
        this.#become('failed');
        this.failures += 1;
        const following = playableAfter(this.queue, this.canPlay).entry;
        const size = this.queue.entries.length;
        const hasNext = following !== undefined && following !== entry;
        const action = afterTrouble({ trouble, wanted: this.#wanted, failures: this.failures, size, hasNext });
        this.emit('problem', { trouble, track: entry.track, last: action === 'stop' });
        if (action === 'stop' || !following) return;
        this.#skip = setTimeout(() => {
            if (entry !== this.decks.loaded || this.status !== 'failed') return;
            this.change(Queue.jump(this.queue, following.key));
            this.load(true);
        }, SKIP_AFTER_MS);
    }

    // Telling

    /** @param {Status} status */
    #become(status) {
        if (status === this.status) return;
        this.status = status;
        this.emit('change');
    }

    /** @param {string} type @param {object} [detail] @protected */
    emit(type, detail) {
        this.dispatchEvent(new CustomEvent(type, { detail }));
    }

    /** @param {string} type @param {number} [positionMs] */
    #report(type, positionMs = this.positionMs) {
        this.emit(type, { track: this.decks.loaded?.track, positionMs });
    }
}
