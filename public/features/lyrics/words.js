// @ts-check
// A track's lyrics with all their states: loading, shown, missing and looked up by the server, or failed with a retry
// button.

import { ApiError, isAbort } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { names } from '../../core/links.js';
import { icons, spinner } from '../../elements/icons.js';
import { lookUp, missingWords, showLookup } from './lookup.js';
import { editLink, fetchLyrics, showLyrics } from './panel.js';

export { fetchLyrics, lookUp, missingWords };

/** @typedef {import('./panel.js').Lyrics} Lyrics */
/** @typedef {import('./panel.js').Place} Place */

const AGAIN_MS = 60_000;
/** The longest delay of a browser timer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * A web search for a track's lyrics.
 * @param {import('../../core/types.js').TrackItem} track
 */
export const elsewhere = (track) =>
    `https://duckduckgo.com/?q=${encodeURIComponent(
        `${track.title} ${names(track.artists)} ${t('track.lyrics').toLowerCase()}`,
    )}`;

/**
 * @param {HTMLElement} host
 * @param {object} parts
 * @param {import('../../core/types.js').TrackItem} parts.track
 * @param {(ms: number) => void} parts.seek plays from a position
 * @param {Place} [parts.place] the position to follow; by default the player's
 * @param {string} [parts.hint] how to use lyrics that follow the music
 * @param {AbortSignal} parts.signal
 */
export function showWords(host, { track, seek, place, hint, signal }) {
    return followWords(host, {
        track,
        head: html`<div class="lyrics-head"><h2>${t('track.lyrics')}</h2></div>`,
        show: (all, shown) => showLyrics(host, { id: track.id, all, signal: shown, seek, place, hint }),
        signal,
    });
}

/**
 * Shows the lyrics, now and after every change. If there are none, `host` shows the reason.
 * @param {HTMLElement} host
 * @param {object} parts
 * @param {import('../../core/types.js').TrackItem} parts.track
 * @param {ReturnType<typeof html>} parts.head shown above the state in `host`
 * @param {(all: Lyrics[], signal: AbortSignal) => void} parts.show
 * @param {AbortSignal} parts.signal
 */
export async function followWords(host, { track, head, show: draw, signal }) {
    /** @type {AbortController | undefined} ends the current state */
    let shown;
    const begin = () => {
        shown?.abort();
        shown = new AbortController();
        // @ts-expect-error TypeScript 4.8 does not know it.
        return /** @type {AbortSignal} */ (AbortSignal.any([shown.signal, signal]));
    };
    /** @param {Lyrics[]} all */
    const show = (all) => {
        const own = begin();
        draw(all, own);
        atEnd(all, () => void load(false), own);
    };
    const ways = () => html`<a class="button is-small" href="${elsewhere(track)}" target="_blank"
        rel="noopener noreferrer">${icons.search}${t('lyrics.elsewhere')}</a>${editLink(track.id)}`;
    const showNone = () => {
        begin();
        render(
            host,
            html`${head}<div class="lyrics-state" data-testid="lyrics-none"><p>${t('lyrics.none')}</p>
                <p class="lyrics-ways">${ways()}</p></div>`,
        );
    };
    /** @param {boolean} isLookedUp whether the server has already reported that the lookup found lyrics */
    const load = async (isLookedUp) => {
        const own = begin();
        render(
            host,
            html`${head}<p class="lyrics-state" data-testid="lyrics-loading">${spinner}<span
                class="visually-hidden">${t('states.loading')}</span></p>`,
        );
        try {
            const all = await fetchLyrics(track.id, own);
            if (own.aborted) return;
            if (all.length > 0) return show(all);
            if (isLookedUp) return showNone();
            await showLookup(host, {
                id: track.id,
                head,
                ways: ways(),
                found: () => void load(true),
                retry: () => void load(false),
                signal: own,
            });
        } catch (error) {
            if (own.aborted || isAbort(error)) return;
            render(
                host,
                html`${head}<div class="lyrics-state" role="alert" data-testid="lyrics-failed">
                    <p>${isOffline(error) ? t('lyrics.offline') : `${t('lyrics.failed')} ${explain(error)}`}</p>
                <button type="button" class="button is-small"
                    data-retry-words>${icons.refresh}${t('actions.retry')}</button></div>`,
            );
            host.querySelector('[data-retry-words]')?.addEventListener('click', () => void load(false));
        }
    };
    live.on(
        'lyrics',
        (/** @type {{ track?: string }} */ event) => {
            if (event.track !== track.id) return;
            // After a failure, the current lyrics stay.
            fetchLyrics(track.id, signal).then(
                (all) => !signal.aborted && (all.length > 0 ? show(all) : showNone()),
                () => {},
            );
        },
        signal,
    );
    await load(false);
}

/**
 * Calls back when the license of some of the lyrics expires, by this device's clock.
 * @param {readonly Lyrics[]} all @param {() => void} ended @param {AbortSignal} signal
 */
function atEnd(all, ended, signal) {
    const ends = all.flatMap(({ rights }) => (rights?.expiresAt ? Date.parse(rights.expiresAt) : []));
    if (ends.length === 0) return;
    const left = Math.min(...ends) - Date.now();
    // The server's clock decides. If this device's clock is ahead, the lyrics still exist and are checked again later.
    const timer = setTimeout(ended, left > 0 ? Math.min(left, LONGEST_TIMER_MS) : AGAIN_MS);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/** @param {unknown} error */
const isOffline = (error) => error instanceof ApiError && error.code === 'network';
