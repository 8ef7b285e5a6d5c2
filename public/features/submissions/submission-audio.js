// @ts-check
// The audio of a submitted file. It does not use the queue, and listening does not count as a play.

import { address } from '../../core/api.js';
import { playableFormat, streamQuery } from '../../player/quality.js';
import { submissionPath } from './model.js';

/** @typedef {import('./model.js').Submission} Submission */

/**
 * Plays the original file if the browser can, else a live conversion. A conversion cannot seek, so it restarts at the
 * new position.
 *
 * Dispatches `change` when it plays, pauses, moves or ends, and `failed` if this browser cannot play it.
 */
export class SubmissionAudio extends EventTarget {
    #isConverted = false;
    /** Start of the current conversion, in seconds. */
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

    /** End of the loaded range around the position; 0 for none. */
    get bufferedMs() {
        const { buffered, currentTime } = this.element;
        for (let range = 0; range < buffered.length; range += 1)
            if (buffered.start(range) <= currentTime + 0.5 && buffered.end(range) >= currentTime)
                return (this.#from + buffered.end(range)) * 1000;
        return 0;
    }

    play() {
        // A conversion occupies an encoder, so it starts only on demand.
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

    /** Ends playback and loading. */
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
