// @ts-check
// The position of the song in the room while it does not play here. Pure, but for the system's clocks.

/**
 * A time by a steady clock, which is never adjusted but may stop during sleep, and by the wall clock, in milliseconds.
 * @typedef {{ steady: number, wall: number }} Instant
 */

/** Least difference of the clocks that means sleep, not an adjusted wall clock. */
const SLEEP_MS = 2000;

/** @returns {Instant} */
export const instant = () => ({ steady: performance.now(), wall: Date.now() });

/** @param {Instant} from @param {Instant} to */
export function between(from, to) {
    const steady = to.steady - from.steady;
    const wall = to.wall - from.wall;
    return wall - steady > SLEEP_MS ? wall : steady;
}

/** Tolerance between recorder and decoder lengths. A shorter rest counts as heard. */
const SLACK_MS = 250;

/**
 * The length of the recording after `heardMs`. The server stops there once it is sure, and positions refer to that
 * time.
 * @param {number} durationMs of the recording
 * @param {number | undefined} heardMs
 */
export function unheard(durationMs, heardMs) {
    const rest = durationMs - (heardMs ?? durationMs);
    return rest > SLACK_MS ? rest : 0;
}

export class RoomClock {
    #positionMs;
    #since;

    /**
     * @param {object} start
     * @param {number} start.positionMs in the song at the time `since`
     * @param {Instant} start.since
     * @param {() => Instant} [start.now]
     */
    constructor({ positionMs, since, now = instant }) {
        this.#positionMs = positionMs;
        this.#since = since;
        this.now = now;
    }

    get positionMs() {
        return this.#positionMs + between(this.#since, this.now());
    }

    /** @param {number} positionMs now audible in the room */
    align(positionMs) {
        this.#positionMs = positionMs;
        this.#since = this.now();
    }
}
