// @ts-check
// The person's playlists in the side bar: few words, a small cover each, and what plays is marked.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { Store } from '../../core/store.js';
import { pausing } from '../../core/throttle.js';
import { equaliser, icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { player } from '../../player/index.js';
import { sourceOf } from '../../player/source.js';
import { playlistPath } from '../playlists/model.js';
import { merged } from './model.js';
import { takePlaylistDrops } from './playlist-drops.js';

/** @typedef {import('../playlists/model.js').Playlist} Playlist */

const MOST = 100;

/** @type {Store<readonly Playlist[]>} those that one owns or may change, the most recently changed first */
export const ownPlaylists = new Store(/** @type {readonly Playlist[]} */ ([]));

/**
 * @param {HTMLElement} host @param {() => void} drawn called after each drawing
 * @param {AbortSignal} signal aborted when the side bar is drawn anew
 */
export function showOwnPlaylists(host, drawn, signal) {
    render(
        host,
        html`<header class="own-head"><h2 id="own-playlists"><a href="/playlists" data-section="playlists"
            data-testid="nav-playlists" title="${t('nav.playlists')}">${icons.playlist}<span>${t(
                'nav.playlists',
            )}</span></a></h2>
        <button type="button" class="icon-button" data-new-playlist data-testid="nav-new-playlist"
            aria-label="${t('playlists.new')}" title="${t('playlists.new')}">${icons.plus}</button></header>
        <ul class="own-list" data-own data-testid="own-playlists"></ul>`,
    );
    const list = find(host, '[data-own]');
    const links = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[data-own-playlist]')]);
    let isLoaded = false;
    const mark = () => {
        for (const link of links()) {
            const isSource = player.source === sourceOf('playlist', link.dataset.ownPlaylist ?? '');
            link.classList.toggle('is-source', isSource && player.current !== undefined);
            link.classList.toggle('is-sounding', isSource && player.isPlaying);
        }
    };
    const draw = () => {
        const focused = links().find((link) => link === document.activeElement)?.dataset.ownPlaylist;
        render(list, html`${ownPlaylists.value.map(row)}${isLoaded && ownPlaylists.value.length === 0 && first()}`);
        links()
            .find((link) => link.dataset.ownPlaylist === focused)
            ?.focus({ preventScroll: true });
        mark();
        drawn();
    };
    const load = async () => {
        const ask = (/** @type {string} */ whose) =>
            api.get('/playlists', { query: { whose, sort: 'changed', limit: MOST }, signal, quiet: true });
        try {
            // One's own without those that others share, and those without the smart ones: together they are all.
            const pages = await Promise.all([ask('own'), ask('editable')]);
            const playlists = merged(/** @type {Playlist[][]} */ (pages.map(({ items }) => items))).slice(0, MOST);
            const isSame = isLoaded && JSON.stringify(playlists) === JSON.stringify(ownPlaylists.value);
            isLoaded = true;
            if (!isSame) ownPlaylists.set(playlists);
        } catch {
            // What is shown stays, and the next event asks again.
        }
    };
    const later = pausing(load, signal);
    delegate(host, 'click', '[data-new-playlist]', () => void newPlaylist(), signal);
    takePlaylistDrops(host, signal);
    ownPlaylists.subscribe(draw, signal);
    for (const name of ['playlist', 'reset']) live.on(name, later.soon, signal);
    for (const name of ['change', 'queue']) player.addEventListener(name, mark, { signal });
    draw();
    void load();
}

/** Asks for a name, and opens the playlist that was made. */
export async function newPlaylist() {
    const { playlistDialog } = await import('../playlists/dialog.js');
    playlistDialog(undefined, (playlist) => navigate(playlistPath(playlist.id)));
}

/** In place of a list that is empty. */
function first() {
    return html`<li><button type="button" class="own-playlist own-first" data-new-playlist
        data-testid="first-playlist"><span class="own-sign">${icons.plus}</span><span>${t(
            'playlists.new',
        )}</span></button></li>`;
}

/** @param {Playlist} playlist */
function row({ id, name, cover: picture, covers, colors, entryCount, own, owner, smart, mayEdit }) {
    const facts = [
        t(smart ? 'smart.kind' : 'count.tracks', { count: entryCount }),
        ...(own ? [] : [owner.name || owner.username]),
    ];
    return html`<li><a class="own-playlist" href="${playlistPath(id)}" data-section="playlist"
        data-own-playlist="${id}" data-name="${name}" ${mayEdit && !smart && html`data-takes-songs`}
        data-testid="own-playlist" title="${name}">${cover(picture ?? covers[0], name, {
            kind: 'row',
            color: picture ? colors : colors[0]?.hex,
        })}<span class="own-text"><span class="own-name" dir="auto">${name}</span><span
        class="own-line">${facts.join(' · ')}</span></span>${equaliser}</a></li>`;
}
