// @ts-check
// The words of a song where they are shown: on their way, there, not there with a sentence and a way on, or not to be
// had with a retry.

import { isAbort } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { names } from '../../core/links.js';
import { icons, spinner } from '../../elements/icons.js';
import { editLink, fetchLyrics, showLyrics } from './panel.js';

export { fetchLyrics };

/** @typedef {import('./panel.js').Place} Place */

/**
 * Where else its words may be.
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
 * @param {(ms: number) => void} parts.seek plays from there
 * @param {Place} [parts.place] where the song is; the player's place in it unless it sounds elsewhere
 * @param {string} [parts.hint] how the words follow, where they do
 * @param {AbortSignal} parts.signal
 */
export async function showWords(host, { track, seek, place, hint, signal }) {
    /** @type {AbortController | undefined} */
    let shown;
    /** @param {import('./panel.js').Lyrics[]} all */
    const show = (all) => {
        shown?.abort();
        shown = new AbortController();
        // @ts-expect-error TypeScript 4.8 does not know it.
        const own = AbortSignal.any([shown.signal, signal]);
        if (all.length > 0) showLyrics(host, { id: track.id, all, signal: own, seek, place, hint });
        else showNone(host, track);
    };
    live.on(
        'lyrics',
        (/** @type {{ track?: string }} */ event) => {
            if (event.track !== track.id) return;
            // After a failure the words stay as they are.
            fetchLyrics(track.id, signal).then((all) => !signal.aborted && show(all), () => {});
        },
        signal,
    );
    await load(host, track, show, signal);
}

const head = () => html`<div class="lyrics-head"><h2>${t('track.lyrics')}</h2></div>`;

/** @param {HTMLElement} host @param {import('../../core/types.js').TrackItem} track */
function showNone(host, track) {
    render(
        host,
        html`${head()}<div class="lyrics-state" data-testid="lyrics-none"><p>${t('lyrics.none')}</p>
            <p class="lyrics-ways"><a class="button is-small" href="${elsewhere(track)}" target="_blank"
                rel="noopener noreferrer">${icons.search}${t('lyrics.elsewhere')}</a>${editLink(track.id)}</p></div>`,
    );
}

/**
 * @param {HTMLElement} host @param {import('../../core/types.js').TrackItem} track
 * @param {(all: import('./panel.js').Lyrics[]) => void} show @param {AbortSignal} signal
 */
async function load(host, track, show, signal) {
    render(
        host,
        html`${head()}<p class="lyrics-state" data-testid="lyrics-loading">${spinner}<span
            class="visually-hidden">${t('states.loading')}</span></p>`,
    );
    try {
        const all = await fetchLyrics(track.id, signal);
        if (!signal.aborted) show(all);
    } catch (error) {
        if (signal.aborted || isAbort(error)) return;
        render(
            host,
            html`${head()}<div class="lyrics-state" role="alert" data-testid="lyrics-failed">
                <p>${t('lyrics.failed')} ${explain(error)}</p>
            <button type="button" class="button is-small"
                data-retry-words>${icons.refresh}${t('actions.retry')}</button></div>`,
        );
        const again = () => void load(host, track, show, signal);
        host.querySelector('[data-retry-words]')?.addEventListener('click', again);
    }
}
