// @ts-check
// The sound of a file that is in no library yet. It is no part of the queue, and what is heard here is no play.

import { address } from '../../core/api.js';
import { playableFormat, streamQuery } from '../../player/quality.js';
import { submissionPath } from './model.js';

/** @typedef {import('./model.js').Submission} Submission */

/**
 * Plays the file itself where this browser can, else what it can play, which is made while it is heard: that has no
 * seeking, so it starts anew at the wanted place.
 *
 * Sends `change` when it plays, pauses, moves or ends, and `failed` when this browser cannot play it at all.
 */
export class SubmissionAudio extends EventTarget {
    #isConverted = false;
    /** Where what is converted begins, in seconds. */
    #from = 0;

    /** @param {Submission} one @param {HTMLAudioElement} [element] */
    constructor(one, element = document.createElement('audio')) {
        super();
        this.id = one.id;
        this.durationMs = one.durationMs;
        this.element = element;
        this.path = `${submissionPath(one.id)}/audio`;
        element.preload = 'auto';
        for (const name of ['play', 'pause', 'ended', 'timeupdate', 'seeked'])
            element.addEventListener(name, () => this.dispatchEvent(new Event('change')));
        element.addEventListener('error', () => {
            if (this.#isConverted) this.dispatchEvent(new Event('failed'));
            else this.#convert(0, !element.paused);
        });
        if (element.canPlayType(one.mediaType) === '') this.#isConverted = true;
        else element.src = address(this.path);
    }

    get isConverted() {
        return this.#isConverted;
    }

    get isPlaying() {
        return !this.element.paused && !this.element.ended;
    }

    get positionMs() {
        return Math.min(this.durationMs, (this.#from + this.element.currentTime) * 1000);
    }

    /** The end of what is loaded around the position; 0 for none. */
    get bufferedMs() {
        const { buffered, currentTime } = this.element;
        for (let range = 0; range < buffered.length; range += 1)
            if (buffered.start(range) <= currentTime + 0.5 && buffered.end(range) >= currentTime)
                return (this.#from + buffered.end(range)) * 1000;
        return 0;
    }

    play() {
        // What is converted is begun only when it is wanted: it takes an encoder.
        if (this.#isConverted && (!this.element.src || this.element.ended)) return this.#convert(0, true);
        void this.element.play().catch(() => {});
    }

    pause() {
        this.element.pause();
    }

    toggle() {
        if (this.isPlaying) this.pause();
        else this.play();
    }

    /** @param {number} ms */
    seek(ms) {
        const place = Math.min(Math.max(0, ms), Math.max(0, this.durationMs - 1000));
        if (this.#isConverted) return this.#convert(place / 1000, this.isPlaying);
        this.element.currentTime = place / 1000;
    }

    /** Nothing is loaded any more. */
    end() {
        this.element.pause();
        this.element.removeAttribute('src');
        this.element.load();
        this.element.remove();
    }

    /** @param {number} seconds @param {boolean} plays */
    #convert(seconds, plays) {
        this.#isConverted = true;
        this.#from = seconds;
        this.element.src =
            address(this.path) +
            streamQuery({
                quality: 'original',
                fromMs: seconds * 1000,
                converted: true,
                format: playableFormat((type) => this.element.canPlayType(type)),
            });
        if (plays) void this.element.play().catch(() => {});
        this.dispatchEvent(new Event('change'));
    }
}
