// @ts-check
// Where moments stand on a waveform, and which of them show while the music plays. Pure.

/** @typedef {import('../../core/types.js').Moment} Moment */
/** @typedef {{ fromMs: number, toMs: number }} View the part of the song that is seen */
/** @typedef {{ x: number, moments: Moment[] }} Group moments that stand at one place, in pixels */
/** @typedef {{ moment: Moment, others: number }} Shown what the bubble says, and how many more there were with it */

/** As many of a track are shown. */
export const MOST_SHOWN = 500;
export const LONGEST_TEXT = 300;

/** A position that is ahead by so much more than the time that has passed was chosen. */
const AHEAD_MS = 1500;
const BACK_MS = 400;
/** Whoever goes to a moment arrives a little after it. */
const ARRIVAL_MS = 300;
/** So long after a moment it still shows, if it was not known when it passed. */
const LATE_MS = 2000;
/** No bubble is shorter than this, so that nothing flickers where moments are close. */
const LEAST_MS = 1500;

/**
 * The moments within the view, from left to right. Those that would overlap stand at one place.
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
        // No picture stands over the edge.
        const x = Math.min(width - apart / 2, Math.max(apart / 2, place));
        const last = groups[groups.length - 1];
        if (last && x - last.x < apart) last.moments.push(moment);
        else groups.push({ x, moments: [moment] });
    }
    return groups;
}

/**
 * How long a text is to be read.
 * @param {string} text
 */
export const readingMs = (text) => Math.min(9000, Math.max(4000, 3000 + 45 * [...text].length));

/** Follows the position of what plays, and says which moment shows. */
export class PassedMoments {
    /** @type {readonly Moment[]} */
    #moments = [];
    /** @type {number | undefined} the position up to which moments have passed */
    #passedMs;
    #tickedAt = 0;
    /** @type {(Shown & { ageMs: number, lastsMs: number }) | undefined} */
    #shown;
    /** Whether the moments of this song have come. */
    #isLoaded = false;
    /** @type {number | undefined} where the music was a little before they came */
    #lateFromMs;
    /** @type {Moment[]} passed while the bubble before was too young to go */
    #waiting = [];

    /** @returns {Shown | undefined} */
    get shown() {
        return this.#shown && { moment: this.#shown.moment, others: this.#shown.others };
    }

    /** Another song. */
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
        // They are asked for when the song begins, and may come after its first one has passed.
        if (!this.#isLoaded && this.#passedMs !== undefined) this.#lateFromMs = this.#passedMs - LATE_MS;
        this.#isLoaded = true;
        const shown = this.#shown;
        if (!shown) return;
        // It may have been changed or removed meanwhile.
        const now = moments.find(({ id }) => id === shown.moment.id);
        if (now) shown.moment = now;
        else this.#hide();
    }

    /**
     * @param {{ positionMs: number, atMs: number, isPlaying: boolean, rate?: number }} now `atMs` by a steady clock
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
        // Small steps back are the player's own, and show nothing twice.
        this.#passedMs = isJump ? positionMs : Math.max(before, positionMs);
        this.#waiting.push(...this.#moments.filter((one) => one.positionMs > from && one.positionMs <= positionMs));
        // In a pause too: it lies over what people read meanwhile.
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
 * A time as people type it: `1:23`, `1:02:03`, `0:05.5`, `83`.
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
