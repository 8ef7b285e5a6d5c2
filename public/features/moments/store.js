// @ts-check
// The moments of the tracks on screen. Each track's are loaded once, and again when one changes.

import { api } from '../../core/api.js';
import { collect } from '../../core/collect-pages.js';
import { onLeave } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { trackPath } from '../../core/links.js';
import { pausing } from '../../core/throttle.js';
import { MOST_SHOWN } from './model.js';

/** @typedef {import('./model.js').Moment} Moment */
/** @typedef {(moments: readonly Moment[]) => void} Use */

const PAGE = 200;

/** @type {Map<string, TrackMoments>} by track ID */
const followed = new Map();

class TrackMoments {
    /** @type {readonly Moment[] | undefined} */
    moments;
    /** @type {Set<Use>} */
    uses = new Set();
    #leaving = new AbortController();
    #again;

    /** @param {string} id */
    constructor(id) {
        this.id = id;
        const { signal } = this.#leaving;
        this.#again = pausing(() => this.load(), signal);
        live.on('moments', ({ trackId }) => (trackId === undefined || trackId === id) && this.#again.soon(), signal);
        live.on('reset', this.#again.soon, signal);
        // The first load may have failed for lack of a connection.
        live.on('open', () => !this.moments && this.#again.soon(), signal);
        void this.load();
    }

    async load() {
        const { signal } = this.#leaving;
        try {
            const { items } = await collect(
                (cursor) =>
                    api.get(`${trackPath(this.id)}/moments`, { query: { limit: PAGE, cursor }, signal, quiet: true }),
                MOST_SHOWN,
            );
            if (signal.aborted) return;
            this.moments = items;
            for (const use of this.uses) use(items);
        } catch {
            // The song works without moments. The next event retries.
        }
    }

    leave() {
        this.#leaving.abort();
    }
}

/**
 * Calls `use` with a track's moments, now and after each change.
 * @param {string} id @param {Use} use @param {AbortSignal} signal
 */
export function followMoments(id, use, signal) {
    if (signal.aborted) return;
    const track = followed.get(id) ?? new TrackMoments(id);
    followed.set(id, track);
    track.uses.add(use);
    if (track.moments) use(track.moments);
    onLeave(signal, () => {
        track.uses.delete(use);
        if (track.uses.size > 0) return;
        track.leave();
        followed.delete(id);
    });
}

/**
 * Reloads at once after a change by the user.
 * @param {string} id of a track
 */
export const refreshMoments = async (id) => followed.get(id)?.load();

/**
 * Follows the moments of the current song, from song to song.
 * @param {import('../../player/player.js').Player} player
 * @param {{ show: Use, leave: () => void }} uses `leave` is called when the song changes or ends
 * @param {AbortSignal} signal
 */
export function followPlayed(player, { show, leave }, signal) {
    let shown = '';
    /** @type {AbortController | undefined} */
    let leaving;
    const update = () => {
        const id = player.current?.id ?? '';
        if (id === shown) return;
        shown = id;
        leaving?.abort();
        leave();
        if (!id) return;
        leaving = new AbortController();
        followMoments(id, show, leaving.signal);
    };
    for (const type of ['change', 'queue']) player.addEventListener(type, update, { signal });
    onLeave(signal, () => leaving?.abort());
    update();
}
