// @ts-check
// The player. Commands only ask; `status` changes when the media element's own event says so.

import { Decks } from './decks.js';
import * as Queue from './queue.js';
import { albumOf } from './source.js';
import { afterTrouble } from './trouble.js';

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./trouble.js').Trouble} Trouble */
/** @typedef {'idle'|'loading'|'playing'|'paused'|'waiting'|'failed'} Status */

const PRELOAD_MS = 25_000;
const HAND_OVER_MS = 300;
/** A deck that is asked to play is heard about this much later. */
const START_LEAD_MS = 35;
const SKIP_AFTER_MS = 2500;

/**
 * Events: `change` (status, modes, volume), `time`, `queue`, `problem` ({trouble, track, last}), and for reports
 * `started`, `paused`, `resumed`, `seeked`, `ended`, `stopped`, each with {track, positionMs}.
 */
export class Player extends EventTarget {
    /** @type {Queue.Queue} */
    queue = Queue.EMPTY;
    /** @type {Status} */
    status = 'idle';
    /** What the queue was made from, such as `album:…`; empty where it is nothing that has a play button. */
    source = '';
    #decks;
    /** A play of what is loaded has been reported and not yet finished. */
    #begun = false;
    /** The person wants to hear it, whatever the element does at the moment. */
    #wanted = false;
    #failures = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #handOver;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #skip;

    /**
     * @param {[HTMLAudioElement, HTMLAudioElement]} elements
     * @param {object} means
     * @param {import('./decks.js').Source} means.source
     * @param {(track: TrackItem) => Promise<Trouble>} means.diagnose why a track would not play
     * @param {() => number} [means.random]
     */
    constructor(elements, { source, diagnose, random = Math.random }) {
        super();
        this.#decks = new Decks(elements, source);
        this.diagnose = diagnose;
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
        return this.#decks.positionMs;
    }

    get durationMs() {
        return this.#decks.durationMs ?? this.current?.durationMs ?? 0;
    }

    get bufferedMs() {
        return this.#decks.bufferedMs;
    }

    get volume() {
        return this.#decks.volume;
    }

    get muted() {
        return this.#decks.muted;
    }

    // What one can ask for

    /** @param {readonly TrackItem[]} tracks @param {number} [index] @param {{ shuffle?: boolean, source?: string }} options */
    playTracks(tracks, index = 0, { shuffle = this.queue.shuffled, source = '' } = {}) {
        if (tracks.length === 0) return;
        this.source = source;
        const queue = Queue.create(tracks, index, { repeat: this.queue.repeat });
        this.#failures = 0;
        this.#change(shuffle ? Queue.shuffle(queue, this.random) : queue);
        this.#load(true);
    }

    /**
     * A queue from before: loaded and paused, at its position.
     * @param {readonly TrackItem[]} tracks
     * @param {number} index
     * @param {number} positionMs
     */
    restore(tracks, index, positionMs) {
        const { repeat, shuffled } = this.queue;
        this.source = albumOf(tracks);
        this.#change(Queue.create(tracks, index, { repeat, shuffled }));
        this.#load(false, positionMs);
    }

    play() {
        if (this.queue.index < 0) return;
        this.#failures = 0;
        if (!this.#decks.loaded || this.status === 'failed') this.#load(true, this.positionMs);
        else this.#start();
    }

    pause() {
        this.#wanted = false;
        clearTimeout(this.#skip);
        this.#decks.active.pause();
        // Nothing has sounded yet, so no event will come.
        if (this.status === 'loading') this.#become('paused');
    }

    toggle() {
        // The element's own flag: a second press may come before the event of the first.
        if (this.status !== 'failed' && !this.#decks.active.paused) this.pause();
        else this.play();
    }

    next() {
        this.#follow(Queue.following(this.queue));
    }

    /** Back to the beginning first; a second press goes to the track before. */
    previous() {
        const entry = Queue.preceding(this.queue);
        if (this.positionMs > 3000 || !entry) this.seek(0);
        else this.#follow(entry);
    }

    /** @param {number} key */
    jump(key) {
        this.#follow(this.queue.entries.find((entry) => entry.key === key));
    }

    /** @param {number} ms */
    seek(ms) {
        if (!this.#decks.loaded) return;
        this.#cancelHandOver();
        if (this.#decks.seek(Math.max(0, Math.min(ms, Math.max(0, this.durationMs - 250))))) this.#beginAnew();
        this.#emit('time');
    }

    /** @param {number} ms */
    seekBy(ms) {
        this.seek(this.positionMs + ms);
    }

    /** @param {number} volume 0...1 as people hear it */
    setVolume(volume) {
        this.#decks.volume = Math.min(1, Math.max(0, volume));
    }

    /** @param {boolean} muted */
    setMuted(muted) {
        this.#decks.muted = muted;
    }

    /** @param {boolean} on */
    setShuffle(on) {
        this.#change(on ? Queue.shuffle(this.queue, this.random) : Queue.unshuffle(this.queue));
        this.#emit('change');
    }

    /** @param {Queue.Repeat} repeat */
    setRepeat(repeat) {
        this.#change(Queue.setRepeat(this.queue, repeat));
        this.#emit('change');
    }

    /**
     * Modes from the last visit.
     * @param {{ shuffled: boolean, repeat: Queue.Repeat }} modes
     */
    setModes(modes) {
        this.queue = { ...this.queue, ...modes };
    }

    /** @param {readonly TrackItem[]} tracks */
    enqueue(tracks) {
        this.#extend(Queue.enqueue(this.queue, tracks));
    }

    /** @param {readonly TrackItem[]} tracks */
    playNext(tracks) {
        this.#extend(Queue.playNext(this.queue, tracks));
    }

    /** @param {number} from @param {number} to */
    move(from, to) {
        this.#change(Queue.move(this.queue, from, to));
    }

    /** @param {number} key */
    remove(key) {
        const wasCurrent = Queue.current(this.queue)?.key === key;
        const playing = this.isPlaying;
        this.#change(Queue.remove(this.queue, key));
        if (wasCurrent && this.queue.index < 0) this.#unload();
        else if (wasCurrent) this.#load(playing);
    }

    clearUpcoming() {
        this.#change(Queue.clearUpcoming(this.queue));
    }

    clear() {
        this.source = '';
        this.#change(Queue.clear(this.queue));
        this.#unload();
    }

    // From queue to deck

    /** @param {Queue.Queue} queue */
    #change(queue) {
        this.queue = queue;
        const { prepared } = this.#decks;
        if (prepared && prepared !== Queue.current(queue) && prepared !== Queue.following(queue, { automatic: true })) this.#decks.discard();
        this.#emit('queue');
    }

    /** @param {Queue.Queue} queue */
    #extend(queue) {
        const wasEmpty = this.queue.index < 0;
        this.#change(queue);
        if (wasEmpty) this.#load(false);
    }

    /** @param {Queue.Entry | undefined} entry */
    #follow(entry) {
        if (!entry) return;
        this.#failures = 0;
        this.#change(Queue.jump(this.queue, entry.key));
        this.#load(true);
    }

    /** @param {boolean} wanted whether it is to sound @param {number} [positionMs] @param {boolean} [overlap] */
    #load(wanted, positionMs = 0, overlap = false) {
        const entry = Queue.current(this.queue);
        if (!entry) return;
        this.#leave();
        clearTimeout(this.#skip);
        this.#wanted = wanted;
        this.#decks.load(entry, { eager: wanted, positionMs, overlap });
        this.#become(wanted ? 'loading' : 'paused');
        this.#emit('time');
        if (wanted) this.#start();
    }

    #start() {
        this.#wanted = true;
        const { active } = this.#decks;
        active.play().catch((error) => {
            if (active !== this.#decks.active || error.name !== 'NotAllowedError') return;
            this.#wanted = false;
            this.#become('paused');
            this.#tell('problem', { trouble: 'blocked', track: this.current, last: true });
        });
    }

    /** The deck has been loaded once more, with the sound from another place on. */
    #beginAnew() {
        if (this.#begun) this.#report('seeked');
        if (this.#wanted) this.#start();
    }

    /** The play of what is loaded ends here, if it had begun. */
    #leave() {
        this.#cancelHandOver();
        if (this.#begun) this.#report('stopped');
        this.#begun = false;
    }

    #unload() {
        this.#leave();
        this.#decks.unload();
        this.#wanted = false;
        this.#become('idle');
        this.#emit('time');
    }

    // What the decks say

    #listen() {
        const decks = this.#decks;
        decks.on('loadedmetadata', () => { if (decks.settle()) this.#beginAnew(); this.#emit('time'); });
        decks.on('playing', () => this.#onPlaying());
        decks.on('pause', () => this.#onPause());
        decks.on('waiting', () => { if (!decks.active.paused) this.#become('waiting'); });
        decks.on('timeupdate', () => this.#onTime());
        decks.on('progress', () => this.#emit('time'));
        decks.on('durationchange', () => this.#emit('time'));
        decks.on('seeked', () => { this.#emit('time'); if (this.#begun) this.#report('seeked'); });
        decks.on('ended', () => this.#onEnded());
        decks.on('error', () => void this.#onError());
        decks.on('volumechange', () => this.#emit('change'));
    }

    #onPlaying() {
        this.#decks.silence();
        this.#failures = 0;
        const wasPaused = this.status === 'paused';
        this.#become('playing');
        if (this.#begun && wasPaused) this.#report('resumed');
        if (!this.#begun) this.#report('started');
        this.#begun = true;
    }

    #onPause() {
        // One comes just before `ended` and one after `error`, too; those are no wish of anybody.
        if (this.#decks.active.ended || this.#decks.active.error) return;
        this.#wanted = false;
        this.#become('paused');
        if (this.#begun) this.#report('paused');
    }

    #onTime() {
        this.#emit('time');
        const { active } = this.#decks;
        if (active.paused) return;
        if (this.status === 'waiting') this.#become('playing');
        const left = this.durationMs - this.positionMs;
        if (left < PRELOAD_MS) this.#decks.prepare(Queue.following(this.queue, { automatic: true }));
        // An estimated length (VBR without a header) must not cut a track: then `ended` alone decides.
        const exact = Math.abs(this.durationMs - (this.current?.durationMs ?? 0)) < 120;
        if (left >= HAND_OVER_MS || !exact || this.#handOver || !this.#decks.prepared) return;
        this.#handOver = setTimeout(() => { if (!active.paused && this.#decks.isReadyToFollow) this.#onEnded(); }, Math.max(0, left - START_LEAD_MS));
    }

    #cancelHandOver() {
        clearTimeout(this.#handOver);
        this.#handOver = undefined;
    }

    #onEnded() {
        this.#cancelHandOver();
        if (this.#begun) this.#report('ended', this.durationMs);
        this.#begun = false;
        const entry = Queue.following(this.queue, { automatic: true });
        if (!entry) {
            this.#wanted = false;
            this.#decks.seek(0);
            this.#become('paused');
        } else if (entry === this.#decks.loaded) {
            this.#decks.seek(0);
            this.#start();
        } else {
            this.#change(Queue.jump(this.queue, entry.key));
            this.#load(true, 0, true);
        }
    }

    async #onError() {
        const entry = this.#decks.loaded;
        if (!entry || !this.#decks.active.getAttribute('src')) return;
        const heardMs = this.positionMs;
        this.#leave();
        const trouble = await this.diagnose(entry.track);
        if (entry !== this.#decks.loaded) return;
        if (trouble === 'unsupported' && this.#decks.convert(heardMs)) {
            this.#become(this.#wanted ? 'loading' : 'paused');
            if (this.#wanted) this.#start();
            return;
        }
        if (trouble === 'network') this.#decks.remember(heardMs);
        this.#become('failed');
        this.#failures += 1;
        const following = Queue.following(this.queue);
        const action = afterTrouble({
            trouble, wanted: this.#wanted, failures: this.#failures, size: this.queue.entries.length, hasNext: following !== undefined && following !== entry,
        });
        this.#tell('problem', { trouble, track: entry.track, last: action === 'stop' });
        if (action === 'stop' || !following) return;
        this.#skip = setTimeout(() => {
            if (entry !== this.#decks.loaded || this.status !== 'failed') return;
            this.#change(Queue.jump(this.queue, following.key));
            this.#load(true);
        }, SKIP_AFTER_MS);
    }

    // Telling

    /** @param {Status} status */
    #become(status) {
        if (status === this.status) return;
        this.status = status;
        this.#emit('change');
    }

    /** @param {string} type */
    #emit(type) {
        this.dispatchEvent(new Event(type));
    }

    /** @param {string} type @param {object} detail */
    #tell(type, detail) {
        this.dispatchEvent(new CustomEvent(type, { detail }));
    }

    /** @param {string} type @param {number} [positionMs] */
    #report(type, positionMs = this.positionMs) {
        this.#tell(type, { track: this.#decks.loaded?.track, positionMs });
    }
}
