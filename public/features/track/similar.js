// @ts-check
// Tracks similar to the page's music, a new mix on each visit.

import { api } from '../../core/api.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { trackRow, trackTable } from './table.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */

const COUNT = 8;

/**
 * Fills `host`, and returns the tracks of its rows. The page works without them, so failures show nothing.
 * @param {HTMLElement} host
 * @param {'tracks'|'albums'|'artists'} kind
 * @param {string} id
 * @param {AbortSignal} signal
 */
export function similarTracks(host, kind, id, signal) {
    const shown = { /** @type {TrackItem[]} */ tracks: [], loading: Promise.resolve() };
    const columns = { caption: t('similar.tracks'), art: true, album: true, artists: true, hideHead: true };
    const load = async () => {
        shown.tracks = (
            await api.get(`/${kind}/${encodeURIComponent(id)}/similar-tracks`, { query: { limit: COUNT }, signal })
        ).items;
        if (shown.tracks.length === 0) return;
        render(
            host,
            html`<section data-similar data-testid="similar-tracks">
                <header class="section-head"><h2>${t('similar.tracks')}</h2><span
                class="section-tools"><button type="button" class="text-button" data-again
                data-testid="similar-again">${icons.shuffle}${t('similar.again')}</button></span></header>
            ${trackTable(
                columns,
                shown.tracks.map((track, index) => trackRow(track, index, columns)),
            )}</section>`,
        );
    };
    host.addEventListener(
        'click',
        (event) => {
            if (!(/** @type {Element} */ (event.target).closest('[data-again]'))) return;
            void load()
                .then(() => /** @type {HTMLElement | null} */ (host.querySelector('[data-again]'))?.focus())
                .catch(() => {});
        },
        { signal },
    );
    shown.loading = load().catch(() => {});
    return shown;
}
