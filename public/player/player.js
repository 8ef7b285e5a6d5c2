// @ts-check
// The player's commands. A command only requests a change; the events of `Playback` report the result.

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
     * Reports that the requested track cannot play at present. Nothing else changes.
     * @param {TrackItem | undefined} track
     */
    refuse(track) {
        this.emit('problem', { trouble: 'notStored', track, last: true });
    }

    /**
     * Keeps playing the current track and replaces all other entries with `tracks`.
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
     * Loads a stored queue, paused at its position.
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
        // Reads the elements' own flags: a second press may come before the event of the first.
        if (this.status !== 'failed' && !this.decks.isPaused) this.pause();
        else this.play();
    }

    next() {
        const { entry, passed } = playableAfter(this.queue, this.canPlay);
        this.#passOver(passed, !entry);
        this.follow(entry);
    }

    /** Restarts the track; within its first three seconds, goes to the previous one. */
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

    /** @param {number} volume perceived, 0...1 */
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

    /** @param {number} rate from 0.5 to 3; the pitch is preserved */
    setRate(rate) {
        if (rate === this.rate) return;
        // The sound up to now played at the previous rate.
        this.emit('rate');
        this.decks.unjoin();
        this.decks.rate = rate;
        this.emit('change');
        this.emit('time');
    }

    /**
     * Lowers the sound temporarily; `volume` keeps its value.
     * @param {number} left from 0 to 1 @param {number} [seconds] duration of the change
     */
    fade(left, seconds) {
        this.decks.fade(left, seconds);
    }

    /**
     * Runs a callback when playback reaches a position, if it plays on until then. The clock is exact in the
     * background, too.
     * @param {string} id replaces a call with the same id @param {number} positionMs @param {() => void} run
     */
    callAt(id, positionMs, run) {
        const seconds = (positionMs - this.positionMs) / 1000 / this.rate;
        this.decks.callIn(id, Math.max(0, seconds), run);
    }

    /** @param {string} id see `callAt` */
    forget(id) {
        this.decks.forget(id);
    }

    /** The last node of the audio graph before the speakers, if there is one; the visuals read it. */
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
     * Restores the modes of the last visit.
     * @param {{ shuffled: boolean, repeat: Queue.Repeat }} modes
     */
    setModes(modes) {
        this.queue = { ...this.queue, ...modes };
    }

    /** @param {readonly TrackItem[]} tracks */
    enqueue(tracks) {
        this.#extend(Queue.enqueue(this.queue, tracks));
    }

    /** @param {readonly TrackItem[]} tracks chosen by the program, added behind all others */
    append(tracks) {
        this.change(Queue.append(this.queue, tracks));
    }

    /** @param {number} count the last entries, which autoplay had added before the page was loaded */
    markAuto(count) {
        this.change(Queue.mark(this.queue, count));
    }

    /** @param {readonly number[]} keys of the upcoming entries, in their new order */
    arrange(keys) {
        this.change(Queue.arrange(this.queue, keys));
    }

    /** Undoes `arrange`. */
    disarrange() {
        this.change(Queue.unshuffle(this.queue));
    }

    /** @param {readonly TrackItem[]} tracks */
    playNext(tracks) {
        this.#extend(Queue.playNext(this.queue, tracks));
    }

    /** @param {readonly TrackItem[]} tracks @param {number} at the index of the first of them */
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
