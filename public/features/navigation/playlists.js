// @ts-check
// The user's playlists and folders in the side bar, with small covers. The playlist playing now is marked.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { Store } from '../../core/store.js';
import { pausing } from '../../core/throttle.js';
import { icons } from '../../elements/icons.js';
import { player } from '../../player/index.js';
import { sourceOf } from '../../player/source.js';
import { folderOf, tree } from '../playlists/folders/model.js';
import { loadFolders, openFolders, playlistFolders, setOpen } from '../playlists/folders/store.js';
import { playlistPath } from '../playlists/model.js';
import { takeFolderDrops } from './folder-drops.js';
import { merged } from './model.js';
import { takePlaylistDrops } from './playlist-drops.js';
import { firstRow, folderRow, playlistRow } from './playlist-rows.js';

/** @typedef {import('../playlists/model.js').Playlist} Playlist */

const MOST = 100;

/**
 * Playlists that the user owns, may change or has put into a folder, the most recently changed first.
 * @type {Store<readonly Playlist[]>}
 */
export const ownPlaylists = new Store(/** @type {readonly Playlist[]} */ ([]));

/**
 * @param {HTMLElement} host @param {() => void} drawn called after each drawing
 * @param {AbortSignal} signal aborted when the side bar is redrawn
 */
export function showOwnPlaylists(host, drawn, signal) {
    render(
        host,
        html`<header class="own-head"><h2 id="own-playlists"><a href="/playlists" data-section="playlists"
            data-folder="" data-testid="nav-playlists" title="${t('nav.playlists')}">${icons.playlist}<span>${t(
                'nav.playlists',
            )}</span></a></h2>
        <button type="button" class="icon-button" data-new-folder data-testid="nav-new-folder"
            aria-label="${t('playlistFolders.new')}" title="${t('playlistFolders.new')}">${icons.folderPlus}</button>
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
        const { activeElement } = document;
        const key = list.contains(activeElement) ? activeElement?.getAttribute('data-key') : undefined;
        const { folders, playlists } = tree(playlistFolders.value, ownPlaylists.value);
        const open = openFolders();
        const isEmpty = isLoaded && ownPlaylists.value.length === 0;
        render(
            list,
            html`${folders.map((one) => folderRow(one, open))}${playlists.map(playlistRow)}${isEmpty && firstRow()}`,
        );
        if (key) focusOn(list, key);
        mark();
        drawn();
    };
    const load = async () => {
        const ask = (/** @type {string} */ whose, /** @type {{ folder?: string }} */ place = {}) =>
            api.get('/playlists', { query: { whose, sort: 'changed', limit: MOST, ...place }, signal, quiet: true });
        try {
            // `own` lacks playlists of other users; `editable` lacks smart playlists. Together they are complete.
            const [folders, ...pages] = await Promise.all([loadFolders({ signal }), ask('own'), ask('editable')]);
            const known = merged(/** @type {Playlist[][]} */ (pages.map(({ items }) => items)));
            const ids = new Set(known.map(({ id }) => id));
            const isWhole = folders.every(({ playlistIds }) => playlistIds.every((id) => ids.has(id)));
            // Other users' public playlists are listed only if they are in a folder.
            const playlists = shown(isWhole ? known : merged([known, (await ask('all', { folder: 'any' })).items]));
            const isSame = isLoaded && JSON.stringify(playlists) === JSON.stringify(ownPlaylists.value);
            isLoaded = true;
            if (!isSame) ownPlaylists.set(playlists);
        } catch {
            // The shown list stays. The next event retries.
        }
    };
    const later = pausing(load, signal);
    delegate(host, 'click', '[data-new-playlist]', () => void newPlaylist(), signal);
    const turn = (/** @type {HTMLElement} */ toggle, isOpen = toggle.getAttribute('aria-expanded') !== 'true') => {
        setOpen(toggle.dataset.folder ?? '', isOpen);
        draw();
    };
    delegate(host, 'click', '[data-toggle-folder]', (toggle) => turn(toggle), signal);
    delegate(host, 'keydown', '[data-key]', (row, event) => useArrows(row, event, turn), signal);
    takePlaylistDrops(host, signal);
    takeFolderDrops(host, signal);
    ownPlaylists.subscribe(draw, signal);
    playlistFolders.subscribe(draw, signal);
    for (const name of ['playlist', 'playlistFolders', 'reset']) live.on(name, later.soon, signal);
    for (const name of ['change', 'queue']) player.addEventListener(name, mark, { signal });
    draw();
    later.now();
}

/** Asks for a name, creates the playlist and opens it. */
export async function newPlaylist() {
    const { playlistDialog } = await import('../playlists/dialog.js');
    playlistDialog(undefined, (playlist) => navigate(playlistPath(playlist.id)));
}

/**
 * All playlists in folders, and the most recently changed of the rest.
 * @param {readonly Playlist[]} playlists
 */
function shown(playlists) {
    let room = MOST;
    return playlists.filter(({ id }) => folderOf(playlistFolders.value, id) || room-- > 0);
}

/** @param {HTMLElement} list @param {string} key of a row */
function focusOn(list, key) {
    const rows = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[data-key]')]);
    rows.find((row) => row.dataset.key === key)?.focus({ preventScroll: true });
}

/**
 * Right expands a folder. Left collapses it, or moves from a playlist to its folder.
 * @param {HTMLElement} row @param {Event} event @param {(toggle: HTMLElement, isOpen: boolean) => void} turn
 */
function useArrows(row, event, turn) {
    const { key } = /** @type {KeyboardEvent} */ (event);
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const isOpen = row.getAttribute('aria-expanded');
    const outer = row.closest('.own-inner')?.closest('.own-folder')?.querySelector('[data-toggle-folder]');
    if (isOpen === String(key === 'ArrowLeft')) turn(row, key === 'ArrowRight');
    else if (key === 'ArrowLeft' && outer) /** @type {HTMLElement} */ (outer).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
}
