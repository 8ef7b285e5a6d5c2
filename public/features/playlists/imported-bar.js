// @ts-check
// The bar of a playlist that was brought from elsewhere: how many of its songs are not here yet.

import { api } from '../../core/api.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { playlistPath } from './model.js';

/** @param {HTMLElement} host @param {import('./model.js').Playlist} playlist @param {AbortSignal} signal */
export async function drawImportedBar(host, playlist, signal) {
    if (!playlist.own || playlist.smart) return;
    try {
        const { total, missing } = await api.get(`${playlistPath(playlist.id)}/imported`, { signal });
        render(
            host,
            total > 0 &&
                html`<p class="imported-bar" data-testid="imported-bar">${icons[missing > 0 ? 'wish' : 'check']}
                <span>${
                    missing > 0
                        ? t('playlists.songsMissing', { missing, count: total })
                        : t('playlists.songsHere', { count: total })
                }</span><a class="button" href="/playlists/${playlist.id}/songs"
                    data-testid="imported-open">${t('playlists.songsOpen')}</a></p>`,
        );
    } catch {
        // The playlist is whole without the bar.
    }
}
