// @ts-check
// Rows of the side bar's playlists and of their folders, which expand and collapse.

import { attribute, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { equaliser, icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { playlistPath } from '../playlists/model.js';

/** @typedef {import('../playlists/model.js').Playlist} Playlist */
/** @typedef {import('../playlists/folders/model.js').Branch<Playlist>} Branch */

/**
 * @param {Branch} branch
 * @param {ReadonlySet<string>} open IDs of the expanded folders
 * @returns {unknown}
 */
export function folderRow({ folder: { id, name, playlistIds }, folders, playlists }, open) {
    const isOpen = open.has(id);
    const isEmpty = folders.length + playlists.length === 0;
    return html`<li class="own-folder"><div class="own-folder-head"><button type="button"
        class="own-playlist own-toggle" data-toggle-folder data-folder="${id}" data-key="folder:${id}"
        aria-expanded="${String(isOpen)}" aria-controls="own-folder-${id}" title="${name}"
        data-testid="own-folder"><span class="folder-sign">${isOpen ? icons.folderOpen : icons.folder}</span><span
        class="own-text"><span class="own-name" dir="auto">${name}</span><span class="own-line">${t(
            'playlistFolders.playlists',
            { count: playlistIds.length },
        )}</span></span><span class="own-turn">${icons.down}</span></button>
        <button type="button" class="icon-button own-menu" data-folder-menu-of="${id}" data-key="menu:${id}"
        aria-haspopup="menu" aria-label="${t('tracks.moreFor', { name })}">${icons.more}</button></div>
        <ul class="own-inner" id="own-folder-${id}" ${attribute('hidden', !isOpen)}>${folders.map((one) =>
            folderRow(one, open),
        )}${playlists.map(playlistRow)}${
            isEmpty && html`<li class="own-empty">${t('playlistFolders.empty')}</li>`
        }</ul></li>`;
}

/** @param {Playlist} playlist */
export function playlistRow({ id, name, cover: picture, covers, colors, entryCount, own, owner, smart, mayEdit }) {
    const facts = [
        t(smart ? 'smart.kind' : 'count.tracks', { count: entryCount }),
        ...(own ? [] : [owner.name || owner.username]),
    ];
    return html`<li data-playlist="${id}"><a class="own-playlist" href="${playlistPath(id)}" data-section="playlist"
        data-own-playlist="${id}" data-key="playlist:${id}" data-name="${name}"
        ${mayEdit && !smart && html`data-takes-songs`}
        data-testid="own-playlist" title="${name}">${cover(picture ?? covers[0], name, {
            kind: 'row',
            color: picture ? colors : colors[0]?.hex,
        })}<span class="own-text"><span class="own-name" dir="auto">${name}</span><span
        class="own-line">${facts.join(' · ')}</span></span>${equaliser}</a></li>`;
}

/** The row of an empty list. */
export function firstRow() {
    return html`<li><button type="button" class="own-playlist own-first" data-new-playlist
        data-testid="first-playlist"><span class="own-sign">${icons.plus}</span><span>${t(
            'playlists.new',
        )}</span></button></li>`;
}
