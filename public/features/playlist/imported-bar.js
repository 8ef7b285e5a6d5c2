// @ts-check
// The bar of an imported playlist with missing songs: their number, and available previews. Three songs are shown;
// expanding the list shows all of them in a scrolling box.

import { api } from '../../core/api.js';
import { delegate } from '../../core/dom.js';
import { clock } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { radio } from '../../player/radio.js';
import { picturePath, previewOf } from '../outside/model.js';
import { outsideMark, previewCover } from '../outside/row-parts.js';
import { playlistPath } from '../playlists/model.js';

/** @param {HTMLElement} host @param {import('../playlists/model.js').Playlist} playlist @param {AbortSignal} signal */
export async function drawImportedBar(host, playlist, signal) {
    if (!playlist.own || playlist.smart) return;
    try {
        const path = `${playlistPath(playlist.id)}/imported`;
        const { total, missing } = await api.get(path, { signal });
        const awaited = missing > 0 && may('stream') ? await previewsOf(path, signal) : [];
        host.toggleAttribute('data-awaits', missing > 0);
        // Each change of the playlist renders the bar again.
        const isOpen = host.querySelector('[data-awaited-list]')?.classList.contains('is-open') ?? false;
        render(
            host,
            html`${
                total > 0 &&
                html`<p class="imported-bar" data-testid="imported-bar">${icons[missing > 0 ? 'wish' : 'check']}
                <span>${
                    missing > 0
                        ? t('playlists.songsMissing', { missing, count: total })
                        : t('playlists.songsHere', { count: total })
                }</span><a class="button" href="/playlists/${playlist.id}/songs"
                    data-testid="imported-open">${t('playlists.songsOpen')}</a></p>${
                    awaited.length > 0 && previewList(awaited, isOpen)
                }`
            }`,
        );
    } catch {
        // The bar is optional: the playlist shows without it.
    }
}

/** @typedef {{ id: string, title: string, artist: string, durationMs?: number, outsideId: number }} Awaited */

const MOST_PREVIEWS = 200;
/** The number of songs that the style shows while the list is collapsed. */
const SHOWN = 3;

/** @param {string} path @param {AbortSignal} signal @returns {Promise<Awaited[]>} */
async function previewsOf(path, signal) {
    const { items } = await api.get(`${path}/songs`, { query: { filter: 'missing', limit: MOST_PREVIEWS }, signal });
    return items.filter((/** @type {Partial<Awaited>} */ song) => song.outsideId !== undefined);
}

/** @param {readonly Awaited[]} songs @param {boolean} isOpen whether more than the first few are shown */
const previewList = (songs, isOpen) => html`<div class="awaited ${isOpen ? 'is-open' : ''}" data-awaited-list><ul
    class="found-list is-wide" data-testid="awaited-songs">${songs.map(previewRow)}</ul>${
        songs.length > SHOWN &&
        html`<button type="button" class="text-button" data-all-awaited data-focus="all-awaited"
        data-testid="awaited-all" aria-expanded="${String(isOpen)}">${foldLabel(isOpen, songs.length)}</button>`
    }</div>`;

/** @param {Awaited} song */
function previewRow({ outsideId, title, artist, durationMs }) {
    const line = [artist, durationMs && clock(durationMs)].filter(Boolean).join(' · ');
    return html`<li><button type="button" class="found-row" data-awaited="${String(outsideId)}"
        data-title="${title}" data-artist="${artist}" data-testid="awaited-preview" title="${t('outside.preview')}"
        aria-label="${t('outside.previewNamed', { name: title, artist })}">${previewCover(
            cover(picturePath(outsideId), title, { kind: 'row' }),
        )}<span class="found-text"><span class="found-quote" dir="auto">${title}</span><span class="found-name"
        dir="auto">${line}</span></span>${outsideMark()}</button></li>`;
}

/** @param {boolean} isOpen @param {number} count */
const foldLabel = (isOpen, count) => (isOpen ? t('playlists.fewerAwaited') : t('playlists.allAwaited', { count }));

/** @param {HTMLElement} button */
function toggleAwaited(button) {
    const list = /** @type {HTMLElement} */ (button.closest('[data-awaited-list]'));
    const isOpen = list.classList.toggle('is-open');
    button.setAttribute('aria-expanded', String(isOpen));
    button.textContent = foldLabel(isOpen, list.querySelectorAll('li').length);
}

/** @param {HTMLElement} host @param {AbortSignal} signal */
export function bindAwaited(host, signal) {
    delegate(host, 'click', '[data-all-awaited]', toggleAwaited, signal);
    delegate(
        host,
        'click',
        '[data-awaited]',
        ({ dataset }) => {
            const { awaited, title = '', artist = '' } = dataset;
            radio.toggle(previewOf({ id: Number(awaited), title, artist }));
        },
        signal,
    );
}
