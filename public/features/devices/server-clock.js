// @ts-check
// Estimates the server's time from responses that carry it. The shortest round trip gives the best estimate.

/** The number of responses to compare. */
const KEPT = 8;

export class ServerClock {
    /** @type {{ roundTrip: number, offset: number }[]} */
    #samples = [];

    /** @param {() => number} now milliseconds on a monotonic clock */
    constructor(now = () => performance.now()) {
        this.monotonic = now;
    }

    get isSet() {
        return this.#samples.length > 0;
    }

    /** The server's time in milliseconds since 1970. */
    now() {
        const best = this.#samples.reduce(
            (found, sample) => (sample.roundTrip < found.roundTrip ? sample : found),
            this.#samples[0] ?? { roundTrip: 0, offset: Date.now() - this.monotonic() },
        );
        return this.monotonic() + best.offset;
    }

    /**
     * @param {string} serverTime the time in the response
     * @param {number} sent when the request was sent, on this object's monotonic clock
     */
    note(serverTime, sent) {
        const received = this.monotonic();
        const time = Date.parse(serverTime);
        if (Number.isNaN(time)) return;
        this.#samples.push({ roundTrip: received - sent, offset: time - (sent + received) / 2 });
        if (this.#samples.length > KEPT) this.#samples.shift();
    }
}

/**
 * A device's position in its track.
 * @param {{ playing: boolean, positionMs: number, at: string, rate: number,
 *   track?: { durationMs: number } }} device
 * @param {number} now the server's time
 */
export function positionOf({ playing, positionMs, at, rate, track }, now) {
    if (!playing) return positionMs;
    const position = positionMs + Math.max(0, now - Date.parse(at)) * rate;
    return track && track.durationMs > 0 ? Math.min(position, track.durationMs) : position;
}
