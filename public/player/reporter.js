// @ts-check
// Reports playback to the server: one play id per play of a track, all events in order, `progress` every ten seconds.

/** @typedef {'start'|'progress'|'pause'|'resume'|'seek'|'end'|'stop'} PlaybackEvent */
/**
 * @typedef {{ playId: string, trackId: string, event: PlaybackEvent, positionMs: number, client: string,
 *   rate?: number }} Report `rate` of playback since the previous report, if not 1
 */
/** @typedef {{ playId: string, trackId: string, paused: boolean, reportedAt: number }} Play */

const PROGRESS_MS = 10_000;

export class Reporter {
    /** @type {Play | undefined} */
    #play;
    /** @type {Promise<unknown>} */
    #line = Promise.resolve();
    /**
     * The play of another device that continues here.
     * @type {{ playId: string, trackId: string } | undefined}
     */
    #adopted;
    /** The playback rate since the last report. */
    rate = 1;

    /**
     * @param {object} means
     * @param {(report: Report, options: { last: boolean }) => Promise<unknown>} means.send
     * @param {() => string} means.makeId
     * @param {() => number} means.now milliseconds
     * @param {string} means.client
     * @param {(report: Report, at: number) => void} [means.noted] called with each report as it happens, before it is
     *   sent
     */
    constructor({ send, makeId, now, client, noted = () => {} }) {
        this.noted = noted;
        this.send = send;
        this.makeId = makeId;
        this.now = now;
        this.client = client;
    }

    /** The id of the current play, or of the one about to start. */
    get playId() {
        return this.#adopted?.playId ?? this.#play?.playId;
    }

    /**
     * Lets the track's next start continue a play of another device: both devices together make one play.
     * @param {string} playId @param {string} trackId
     */
    adopt(playId, trackId) {
        this.#adopted = { playId, trackId };
    }

    /** Stops reporting the play, because another device continues it. */
    release() {
        this.#play = undefined;
        this.#adopted = undefined;
    }

    /** @param {string} trackId @param {number} positionMs */
    started(trackId, positionMs) {
        if (this.#play) this.stopped(positionMs);
        const playId = this.#adopted?.trackId === trackId ? this.#adopted.playId : this.makeId();
        this.#adopted = undefined;
        this.#play = { playId, trackId, paused: false, reportedAt: this.now() };
        this.#post('start', positionMs);
    }

    /**
     * Call whenever the position changes.
     * @param {number} positionMs
     */
    progressed(positionMs) {
        if (!this.#play || this.#play.paused || this.now() - this.#play.reportedAt < PROGRESS_MS) return;
        this.#post('progress', positionMs);
    }

    /**
     * Notes that playback continues at another rate.
     * @param {number} positionMs @param {number} rate
     */
    changedRate(positionMs, rate) {
        if (rate === this.rate) return;
        if (this.#play && !this.#play.paused) this.#post('progress', positionMs);
        this.rate = rate;
    }

    /** @param {number} positionMs */
    paused(positionMs) {
        if (!this.#play || this.#play.paused) return;
        this.#play.paused = true;
        this.#post('pause', positionMs);
    }

    /** @param {string} trackId @param {number} positionMs */
    resumed(trackId, positionMs) {
        // The play ended when the page was hidden; playing again starts a new play.
        if (!this.#play || this.#play.trackId !== trackId) return this.started(trackId, positionMs);
        if (!this.#play.paused) return;
        this.#play.paused = false;
        this.#post('resume', positionMs);
    }

    /** @param {number} positionMs */
    seeked(positionMs) {
        if (this.#play) this.#post('seek', positionMs);
    }

    /** @param {number} positionMs */
    ended(positionMs) {
        if (!this.#play) return;
        this.#post('end', positionMs);
        this.#play = undefined;
    }

    /** @param {number} positionMs */
    stopped(positionMs) {
        if (!this.#play) return;
        this.#post('stop', positionMs);
        this.#play = undefined;
    }

    /**
     * Call when the page closes: sends the last report at once, without waiting for pending ones.
     * @param {number} positionMs
     */
    leave(positionMs) {
        if (!this.#play) return;
        const report = this.#report('stop', positionMs);
        this.noted(report, this.now());
        void this.send(report, { last: true }).catch(() => {});
        this.#play = undefined;
    }

    /** @param {PlaybackEvent} event @param {number} positionMs @returns {Report} */
    #report(event, positionMs) {
        const { playId, trackId } = /** @type {Play} */ (this.#play);
        const report = { playId, trackId, event, positionMs: Math.max(0, Math.round(positionMs)), client: this.client };
        return this.rate === 1 ? report : { ...report, rate: this.rate };
    }

    /** @param {PlaybackEvent} event @param {number} positionMs */
    #post(event, positionMs) {
        const report = this.#report(event, positionMs);
        if (this.#play) this.#play.reportedAt = this.now();
        this.noted(report, this.now());
        // One at a time: a `progress` must not overtake its `start`. A lost report is not worth an error message.
        this.#line = this.#line.then(() => this.send(report, { last: false })).catch(() => {});
    }
}
