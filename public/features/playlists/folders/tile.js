// @ts-check
// A playlist folder as a tile in the library, and the path to the open folder.

import { html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { icons } from '../../../elements/icons.js';
import { folderPath, inside, way } from './model.js';

/** @typedef {import('./model.js').Folder} Folder */

/**
 * The folder's contents in words.
 * @param {readonly Folder[]} folders @param {Folder} folder
 */
export function contents(folders, { id, playlistIds }) {
    const within = inside(folders, id).length;
    return [
        ...(within > 0 ? [t('playlistFolders.folders', { count: within })] : []),
        t('playlistFolders.playlists', { count: playlistIds.length }),
    ].join(' · ');
}

/** @param {readonly Folder[]} folders @param {string | undefined} parent */
export function folderTiles(folders, parent) {
    const shown = inside(folders, parent);
    if (shown.length === 0) return html``;
    return html`<ul class="folder-tiles" aria-label="${t('playlistFolders.title')}"
        data-testid="playlist-folders">${shown.map(
            (folder) => html`<li class="row folder-tile" data-folder="${folder.id}" data-key="${folder.id}"
            data-testid="folder-tile"><a class="row-main" data-focus="title" href="${folderPath(folder.id)}"><span
            class="folder-sign">${icons.folder}</span><span class="row-text"><span class="row-title"
            dir="auto">${folder.name}</span><span class="row-line">${contents(folders, folder)}</span></span></a>
        <button type="button" class="icon-button" data-folder-menu-of="${folder.id}" data-focus="menu"
            aria-haspopup="menu" data-testid="folder-menu"
            aria-label="${t('tracks.moreFor', { name: folder.name })}">${icons.more}</button></li>`,
    )}</ul>`;
}

/**
 * The header of an open folder: the path to it, and its menu.
 * @param {readonly Folder[]} folders @param {Folder} folder
 */
export function folderHead(folders, folder) {
    const path = way(folders, folder.id).slice(0, -1);
    return html`<header class="folder-top" data-key="head" data-testid="folder-head">
        <nav class="folder-way" aria-label="${t('playlistFolders.way')}"><a href="/playlists"
            data-folder="">${t('playlists.title')}</a>${path.map(
                (one) => html`<span aria-hidden="true">›</span><a href="${folderPath(one.id)}" data-folder="${one.id}"
            dir="auto">${one.name}</a>`,
            )}</nav>
        <div class="folder-name"><span class="folder-sign">${icons.folder}</span><div><h2
            dir="auto">${folder.name}</h2><p class="row-line">${contents(folders, folder)}</p></div>
        <button type="button" class="icon-button is-outlined" data-this-folder data-focus="menu" aria-haspopup="menu"
            data-testid="this-folder"
            aria-label="${t('tracks.moreFor', { name: folder.name })}">${icons.more}</button></div></header>`;
}
