// @ts-check
// Where the song in the room is, while nothing of it plays here. Pure, but for the clocks of the machine.

/**
 * A moment by two clocks, in milliseconds: the steady one is never set, yet in some browsers stands still while the
 * device sleeps; the wall clock runs on.
 * @typedef {{ steady: number, wall: number }} Instant
 */

/** By how much the clocks must part before it is a sleep, not a wall clock that was set. */
const SLEEP_MS = 2000;

/** @returns {Instant} */
export const instant = () => ({ steady: performance.now(), wall: Date.now() });

/** @param {Instant} from @param {Instant} to */
export function between(from, to) {
    const steady = to.steady - from.steady;
    const wall = to.wall - from.wall;
    return wall - steady > SLEEP_MS ? wall : steady;
}

/** What recorders and decoders differ by; no part of a recording that was not heard. */
const SLACK_MS = 250;

/**
 * How much of a recording was left when the server was sure. It stops there, and its positions count from there.
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
     * @param {number} start.positionMs in the song at the moment `since`
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

    /** @param {number} positionMs that a listener hears at this moment */
    align(positionMs) {
        this.#positionMs = positionMs;
        this.#since = this.now();
    }
}
