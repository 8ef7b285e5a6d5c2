// @ts-check
// The moments of the tracks that are shown somewhere: asked for once each, and again when one of them changes.

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

/** @type {Map<string, TrackMoments>} by the tracks' ids */
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
        // There was no connection when the song began.
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
            // The song is whole without them; the next event asks again.
        }
    }

    leave() {
        this.#leaving.abort();
    }
}

/**
 * Gives the moments of a track to `use`, whenever they change.
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
 * Asks again at once, where one's own moments have changed.
 * @param {string} id of a track
 */
export const refreshMoments = async (id) => followed.get(id)?.load();

/**
 * Follows the moments of what plays, from song to song.
 * @param {import('../../player/player.js').Player} player
 * @param {{ show: Use, leave: () => void }} uses `leave` when another song comes, or none
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
