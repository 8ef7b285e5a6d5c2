// @ts-check
// Computes a frame's values from a position in a track. Pure except for the state of the driver itself.

import { Pulses, step } from './governor.js';
import { BINS, POINTS } from './signals.js';

/** @typedef {import('./signals.js').Signals} Signals */
/** @typedef {import('./model.js').ShadingMode} ShadingMode */

const ROWS = 64;
/** The history's 64 rows cover three seconds. */
const ROW_MS = 3000 / ROWS;
/** The least strength, 0...1, of a hard point that shows the visual in the `hardPoints` mode. */
const STRONG = 0.3;
const COMES_MS = 260;
const STAYS_MS = 900;
const GOES_MS = 1500;

export class Driver {
    #pulses = new Pulses();
    #spectrum = new Uint8Array(BINS);
    #history = new Uint8Array(BINS * ROWS);
    #points = new Float32Array(POINTS * 4);
    #sinceRow = 0;
    /** The visual's clock in seconds. It follows the music. */
    #time = 20;
    #pace = 1;
    #clockMs = 0;
    #lastMs = 0;
    #shownUntilMs = 0;
    #presence = 0;
    #bands = [0, 0, 0, 0];

    /** Whether the motion has stopped after a pause. */
    get isAtRest() {
        return this.#pace < 0.02;
    }

    /**
     * @param {object} moment
     * @param {Signals} moment.signals the track's signals
     * @param {number} moment.ms the position in the track
     * @param {number} moment.elapsedMs the time since the last frame
     * @param {boolean} moment.isPlaying
     * @param {ShadingMode} moment.mode
     * @param {(into: Uint8Array) => boolean} moment.listen fills in the live spectrum; false if there is none
     * @returns {import('./renderer.js').Frame}
     */
    frame({ signals, ms, elapsedMs, isPlaying, mode, listen }) {
        const elapsed = Math.min(250, elapsedMs);
        this.#clockMs += elapsed;
        const isNext = ms > this.#lastMs && ms - this.#lastMs < 1000;
        const struck = isPlaying && isNext ? signals.struck(this.#lastMs, ms) : 0;
        this.#lastMs = ms;
        this.#pace += ((isPlaying ? 1 : 0) - this.#pace) * Math.min(1, elapsed / 700);

        if (!isPlaying) this.#spectrum.fill(0);
        else if (!listen(this.#spectrum)) signals.spectrum(ms, this.#spectrum);
        const level = isPlaying ? signals.level(ms) : 0;
        const [struckLow, mid, high] = isPlaying ? signals.bands(ms) : [0, 0, 0];
        // Every beat lifts the low band, with or without a hard point.
        const low = Math.max(struckLow, 0.6 * level * Math.exp(-3 * signals.beat(ms)));
        const heard = [this.#mean(0, 8), this.#mean(8, 28), this.#mean(28, BINS)];
        const stirred = [low, mid, high].map((value, index) => Math.max(value, heard[index]));
        this.#follow([...stirred, level], elapsed);
        this.#remember(elapsed);
        signals.points(ms, this.#points);
        this.#time += (elapsed / 1000) * this.#pace * (0.6 + 0.8 * this.#bands[3]);
        return {
            time: this.#time,
            elapsed: elapsed / 1000,
            pulse: this.#pulses.next(this.#clockMs, struck, elapsed),
            low: this.#bands[0],
            mid: this.#bands[1],
            high: this.#bands[2],
            level: this.#bands[3],
            points: this.#points,
            history: this.#history,
            drift: this.#sinceRow / ROW_MS,
            presence: this.#present(mode, struck, elapsed),
            most: step(elapsedMs),
        };
    }

    /** @param {number} from @param {number} to */
    #mean(from, to) {
        let sum = 0;
        for (let bin = from; bin < to; bin += 1) sum += this.#spectrum[bin];
        return sum / (to - from) / 255;
    }

    /**
     * Moves the bands toward the wanted values: quickly up, slowly down.
     * @param {readonly number[]} wanted @param {number} elapsed
     */
    #follow(wanted, elapsed) {
        this.#bands = this.#bands.map(
            (value, index) =>
                value + (wanted[index] - value) * Math.min(1, elapsed / (wanted[index] > value ? 90 : 380)),
        );
    }

    /** @param {number} elapsed */
    #remember(elapsed) {
        this.#sinceRow += elapsed;
        for (; this.#sinceRow >= ROW_MS; this.#sinceRow -= ROW_MS) {
            this.#history.copyWithin(BINS, 0);
            this.#history.set(this.#spectrum);
        }
    }

    /** @param {ShadingMode} mode @param {number} struck @param {number} elapsed */
    #present(mode, struck, elapsed) {
        if (struck >= STRONG) this.#shownUntilMs = this.#clockMs + STAYS_MS;
        const isWanted = mode === 'on' || (mode === 'hardPoints' && this.#clockMs < this.#shownUntilMs);
        const by = isWanted ? elapsed / COMES_MS : -elapsed / GOES_MS;
        this.#presence = Math.min(1, Math.max(0, this.#presence + by));
        return this.#presence;
    }
}
