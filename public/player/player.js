// @ts-check
// The player: what one can ask it for. Commands only ask; what comes of them is said by the events of `Playback`.

import { playableAfter, playableBefore, playableFrom } from './playable.js';
import { Playback } from './playback.js';
import * as Queue from './queue.js';
import { albumOf } from './source.js';

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./playback.js').Status} Status */

export class Player extends Playback {
    get bufferedMs() {
        return this.decks.bufferedMs;
    }

    get volume() {
        return this.decks.volume;
    }

    get muted() {
        return this.decks.muted;
    }

    /**
     * @param {readonly TrackItem[]} tracks
     * @param {number} [index]
     * @param {{ shuffle?: boolean, source?: string }} options
     */
    playTracks(tracks, index = 0, { shuffle = this.queue.shuffled, source = '' } = {}) {
        if (tracks.length === 0) return;
        const at = playableFrom(tracks, index, this.canPlay);
        if (at < 0) return this.refuse(tracks[index]);
        this.source = source;
        this.emit('replaced');
        const queue = Queue.create(tracks, at, { repeat: this.queue.repeat });
        this.failures = 0;
        this.change(shuffle ? Queue.shuffle(queue, this.random) : queue);
        this.load(true);
        if (!shuffle && at !== index) this.#passOver(at > index ? tracks.slice(index, at) : tracks.slice(index), false);
    }

    /**
     * What was asked for does not play at present: nothing else changes.
     * @param {TrackItem | undefined} track
     */
    refuse(track) {
        this.emit('problem', { trouble: 'notStored', track, last: true });
    }

    /**
     * Goes on with the current track, and puts `tracks` in place of all others.
     * @param {readonly TrackItem[]} tracks
     * @param {{ source?: string }} options
     */
    continueWith(tracks, { source = '' } = {}) {
        this.source = source;
        this.emit('replaced');
        const queue = Queue.around(this.queue, tracks);
        this.change(queue.shuffled ? Queue.shuffle(queue, this.random) : queue);
        if (!this.isPlaying) this.play();
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
        this.change(Queue.create(tracks, index, { repeat, shuffled }));
        this.load(false, positionMs);
        this.emit('restored');
    }

    toggle() {
        // The elements' own flags: a second press may come before the event of the first.
        if (this.status !== 'failed' && !this.decks.isPaused) this.pause();
        else this.play();
    }

    next() {
        const { entry, passed } = playableAfter(this.queue, this.canPlay);
        this.#passOver(passed, !entry);
        this.follow(entry);
    }

    /** Back to the beginning first; a second press goes to the track before. */
    previous() {
        const entry = playableBefore(this.queue, this.canPlay);
        if (this.positionMs > 3000 || !entry) this.seek(0);
        else this.follow(entry);
    }

    /** @param {number} key */
    jump(key) {
        const entry = this.queue.entries.find((one) => one.key === key);
        if (entry && !this.canPlay(entry.track)) this.refuse(entry.track);
        else this.follow(entry);
    }

    /** @param {number} ms */
    seekBy(ms) {
        this.seek(this.positionMs + ms);
    }

    /** @param {number} volume 0...1 as people hear it */
    setVolume(volume) {
        this.decks.volume = Math.min(1, Math.max(0, volume));
    }

    /** @param {boolean} muted */
    setMuted(muted) {
        this.decks.muted = muted;
    }

    get rate() {
        return this.decks.rate;
    }

    /** @param {number} rate from 0.5 to 3; the pitch stays */
    setRate(rate) {
        if (rate === this.rate) return;
        // What was heard up to now was heard at the rate before.
        this.emit('rate');
        this.decks.unjoin();
        this.decks.rate = rate;
        this.emit('change');
        this.emit('time');
    }

    /**
     * Quieter for a while; the volume stays as it is set.
     * @param {number} left from 0 to 1 @param {number} [seconds] in which it gets there
     */
    fade(left, seconds) {
        this.decks.fade(left, seconds);
    }

    /**
     * Runs something when the music gets to a place, if it plays on until then. By a clock that is exact in the
     * background, too.
     * @param {string} id replaces one of the same name @param {number} positionMs @param {() => void} run
     */
    callAt(id, positionMs, run) {
        const seconds = (positionMs - this.positionMs) / 1000 / this.rate;
        this.decks.callIn(id, Math.max(0, seconds), run);
    }

    /** @param {string} id see `callAt` */
    forget(id) {
        this.decks.forget(id);
    }

    /** The last node of the audio graph before the speakers, where there is one: what draws sound listens there. */
    get output() {
        return this.decks.graph?.output;
    }

    /** @param {boolean} on */
    setShuffle(on) {
        this.change(on ? Queue.shuffle(this.queue, this.random) : Queue.unshuffle(this.queue));
        this.emit('change');
    }

    /** @param {Queue.Repeat} repeat */
    setRepeat(repeat) {
        this.change(Queue.setRepeat(this.queue, repeat));
        this.emit('change');
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

    /** @param {readonly TrackItem[]} tracks that come by themselves, behind all others */
    append(tracks) {
        this.change(Queue.append(this.queue, tracks));
    }

    /** @param {number} count the last entries, which came by themselves before the page was loaded */
    markAuto(count) {
        this.change(Queue.mark(this.queue, count));
    }

    /** @param {readonly number[]} keys of what comes next, in their new order */
    arrange(keys) {
        this.change(Queue.arrange(this.queue, keys));
    }

    /** Takes back `arrange`. */
    disarrange() {
        this.change(Queue.unshuffle(this.queue));
    }

    /** @param {readonly TrackItem[]} tracks */
    playNext(tracks) {
        this.#extend(Queue.playNext(this.queue, tracks));
    }

    /** @param {readonly TrackItem[]} tracks @param {number} at the place of the first of them */
    insert(tracks, at) {
        this.#extend(Queue.insert(this.queue, at, tracks));
    }

    /** @param {number} from @param {number} to */
    move(from, to) {
        this.change(Queue.move(this.queue, from, to));
    }

    /** @param {...number} keys */
    remove(...keys) {
        const wasCurrent = keys.includes(Queue.current(this.queue)?.key ?? 0);
        const playing = this.isPlaying;
        this.change(Queue.remove(this.queue, ...keys));
        if (wasCurrent && this.queue.index < 0) this.unload();
        else if (wasCurrent) this.load(playing);
    }

    clearUpcoming() {
        this.change(Queue.clearUpcoming(this.queue));
    }

    clear() {
        this.source = '';
        this.emit('replaced');
        this.change(Queue.clear(this.queue));
        this.unload();
    }

    /** @param {readonly TrackItem[]} tracks @param {boolean} last nothing plays after them */
    #passOver(tracks, last) {
        if (tracks.length > 0) this.emit('passed', { tracks, last });
    }

    /** @param {Queue.Queue} queue */
    #extend(queue) {
        const wasEmpty = this.queue.index < 0;
        this.change(queue);
        if (wasEmpty) this.load(false);
    }
}
