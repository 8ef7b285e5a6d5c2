// @ts-check
// Counts plays that could not be reported, by the server's rules: `ListeningCredit` and `PlaybackRules` in the domain
// Listening.

/** @typedef {import('./reporter.js').Report} Report */
/**
 * @typedef {object} Play
 * @property {string} trackId
 * @property {number} startedAt
 * @property {number} reportedAt
 * @property {number} position
 * @property {number} listened milliseconds of the track that were played
 * @property {boolean} isPlaying
 * @property {boolean} isMissed a report of it did not reach the server
 * @property {boolean} isCounted by the server
 * @property {boolean} isHandedOut
 */

const LONGEST_THRESHOLD_MS = 240_000;
/** Plays that are retained; responses about older ones have long arrived. */
const KEPT = 8;

/**
 * The listening time that makes a play, in milliseconds of the track.
 * @param {number} durationMs 0 if unknown
 */
export const threshold = (durationMs) =>
    durationMs > 0 ? Math.min(durationMs / 2, LONGEST_THRESHOLD_MS) : LONGEST_THRESHOLD_MS;

/** Dispatches `played` ({ playId, trackId, playedAt }) once for each play that counts and that the server missed. */
export class PlayCounter extends EventTarget {
    /** @type {Map<string, Play>} */
    #plays = new Map();
    /**
     * Track durations in milliseconds.
     * @type {Map<string, number>}
     */
    lengths = new Map();

    /** @param {Report} report @param {number} at when it happened */
    note({ playId, trackId, event, positionMs, rate = 1 }, at) {
        const play = this.#plays.get(playId);
        if (!play) return this.#begin(playId, trackId, event, positionMs, at);
        if (play.isPlaying && event !== 'seek')
            play.listened += Math.max(0, Math.min(positionMs - play.position, (at - play.reportedAt) * rate));
        play.position = positionMs;
        play.reportedAt = at;
        if (event === 'pause' || event === 'end' || event === 'stop') play.isPlaying = false;
        if (event === 'start' || event === 'resume') play.isPlaying = true;
        this.#look(playId, play);
    }

    /**
     * Notes that a report of the play did not reach the server.
     * @param {string} playId
     */
    miss(playId) {
        const play = this.#plays.get(playId);
        if (!play) return;
        play.isMissed = true;
        this.#look(playId, play);
    }

    /**
     * Notes that the server has counted the play.
     * @param {string} playId
     */
    confirm(playId) {
        const play = this.#plays.get(playId);
        if (play) play.isCounted = true;
    }

    /** @param {string} playId */
    isHandedOut(playId) {
        return this.#plays.get(playId)?.isHandedOut ?? false;
    }

    /**
     * @param {string} playId @param {string} trackId @param {string} event @param {number} position @param {number} at
     */
    #begin(playId, trackId, event, position, at) {
        const isPlaying = event === 'start' || event === 'resume' || event === 'progress';
        this.#plays.set(playId, {
            trackId,
            startedAt: at,
            reportedAt: at,
            position,
            listened: 0,
            isPlaying,
            isMissed: false,
            isCounted: false,
            isHandedOut: false,
        });
        if (this.#plays.size > KEPT) this.#plays.delete(/** @type {string} */ (this.#plays.keys().next().value));
    }

    /** @param {string} playId @param {Play} play */
    #look(playId, play) {
        if (!play.isMissed || play.isCounted || play.isHandedOut) return;
        if (play.listened < threshold(this.lengths.get(play.trackId) ?? 0)) return;
        play.isHandedOut = true;
        this.dispatchEvent(
            new CustomEvent('played', { detail: { playId, trackId: play.trackId, playedAt: play.startedAt } }),
        );
    }
}
