// @ts-check
// Places moments on a waveform, and chooses those that show during playback. Pure.

/** @typedef {import('../../core/types.js').Moment} Moment */
/** @typedef {{ fromMs: number, toMs: number }} View the visible part of the song */
/** @typedef {{ x: number, moments: Moment[] }} Group moments at one place, in pixels */
/** @typedef {{ moment: Moment, others: number }} Shown the bubble's moment, and how many more it stands for */

/** Most moments shown of a track. */
export const MOST_SHOWN = 500;
export const LONGEST_TEXT = 300;

/** A position this much further ahead than the elapsed time is a seek. */
const AHEAD_MS = 1500;
const BACK_MS = 400;
/** A seek to a moment lands a little after it. */
const ARRIVAL_MS = 300;
/** A moment that loads after its time still shows for this long. */
const LATE_MS = 2000;
/** Shortest time of a bubble. It prevents flicker where moments are close. */
const LEAST_MS = 1500;

/**
 * The moments within the view, from left to right. Those that would overlap share one place.
 * @param {readonly Moment[]} moments by position
 * @param {View} view @param {number} width of the waveform @param {number} apart the width of a picture, in pixels
 * @returns {Group[]}
 */
export function gather(moments, { fromMs, toMs }, width, apart) {
    /** @type {Group[]} */
    const groups = [];
    if (toMs <= fromMs || width < apart) return groups;
    for (const moment of moments) {
        if (moment.positionMs < fromMs || moment.positionMs > toMs) continue;
        const place = ((moment.positionMs - fromMs) / (toMs - fromMs)) * width;
        // Keeps pictures within the edges.
        const x = Math.min(width - apart / 2, Math.max(apart / 2, place));
        const last = groups[groups.length - 1];
        if (last && x - last.x < apart) last.moments.push(moment);
        else groups.push({ x, moments: [moment] });
    }
    return groups;
}

/**
 * The time that reading a text takes.
 * @param {string} text
 */
export const readingMs = (text) => Math.min(9000, Math.max(4000, 3000 + 45 * [...text].length));

/** Follows the playback position and chooses the moment to show. */
export class PassedMoments {
    /** @type {readonly Moment[]} */
    #moments = [];
    /** @type {number | undefined} the position up to which moments were shown */
    #passedMs;
    #tickedAt = 0;
    /** @type {(Shown & { ageMs: number, lastsMs: number }) | undefined} */
    #shown;
    /** Whether this song's moments have loaded. */
    #isLoaded = false;
    /** @type {number | undefined} a position shortly before the one at which they loaded */
    #lateFromMs;
    /** @type {Moment[]} passed while the previous bubble was too recent to replace */
    #waiting = [];

    /** @returns {Shown | undefined} */
    get shown() {
        return this.#shown && { moment: this.#shown.moment, others: this.#shown.others };
    }

    /** Starts another song. */
    reset() {
        this.#moments = [];
        this.#passedMs = undefined;
        this.#isLoaded = false;
        this.#lateFromMs = undefined;
        this.#hide();
    }

    /** @param {readonly Moment[]} moments of the song, by position */
    load(moments) {
        this.#moments = moments;
        // The request starts with the song. The response may arrive after the first moment has passed.
        if (!this.#isLoaded && this.#passedMs !== undefined) this.#lateFromMs = this.#passedMs - LATE_MS;
        this.#isLoaded = true;
        const shown = this.#shown;
        if (!shown) return;
        // The shown moment may have been edited or deleted since.
        const now = moments.find(({ id }) => id === shown.moment.id);
        if (now) shown.moment = now;
        else this.#hide();
    }

    /**
     * @param {{ positionMs: number, atMs: number, isPlaying: boolean, rate?: number }} now `atMs` by a monotonic clock
     * @returns {Shown | undefined}
     */
    tick({ positionMs, atMs, isPlaying, rate = 1 }) {
        const elapsed = Math.max(0, atMs - this.#tickedAt);
        this.#tickedAt = atMs;
        const before = this.#passedMs;
        const moved = before === undefined ? 0 : positionMs - before;
        const isJump = before === undefined || moved < -BACK_MS || moved > (isPlaying ? elapsed * rate : 0) + AHEAD_MS;
        if (isJump) this.#hide();
        const from = isJump ? positionMs - ARRIVAL_MS : (this.#lateFromMs ?? before);
        this.#lateFromMs = undefined;
        // The player itself makes small steps back. They must not show a moment twice.
        this.#passedMs = isJump ? positionMs : Math.max(before, positionMs);
        this.#waiting.push(...this.#moments.filter((one) => one.positionMs > from && one.positionMs <= positionMs));
        // The bubble ages in a pause too, since it covers other content.
        if (this.#shown) this.#shown.ageMs += elapsed;
        this.#turn();
        return this.shown;
    }

    #turn() {
        const shown = this.#shown;
        if (shown && shown.ageMs < LEAST_MS) return;
        if (this.#waiting.length > 0) {
            const moment = this.#waiting[this.#waiting.length - 1];
            this.#shown = {
                moment,
                others: this.#waiting.length - 1,
                ageMs: 0,
                lastsMs: readingMs(moment.text),
            };
            this.#waiting = [];
        } else if (shown && shown.ageMs >= shown.lastsMs) this.#shown = undefined;
    }

    #hide() {
        this.#shown = undefined;
        this.#waiting = [];
    }
}

/**
 * A typed time: `1:23`, `1:02:03`, `0:05.5`, `83`.
 * @param {string} text
 * @returns {number | undefined} milliseconds; undefined for anything else
 */
export function timeOf(text) {
    const parts = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5}(?:[.,]\d{1,3})?)$/.exec(text.trim());
    if (!parts) return undefined;
    const [hours, minutes, seconds] = [parts[1] ?? 0, parts[2] ?? 0, parts[3].replace(',', '.')].map(Number);
    if (parts[2] !== undefined && seconds >= 60) return undefined;
    if (parts[1] !== undefined && minutes >= 60) return undefined;
    return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000);
}
