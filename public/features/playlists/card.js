// @ts-check
// A playlist in a list: its card, and the line below its name.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { me } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { cardTitle, queueOffers } from '../../elements/music/cards.js';
import { playlistCover } from './cover.js';
import { playlistPath } from './model.js';

/** @typedef {import('./model.js').Playlist} Playlist */

/** @param {Playlist} playlist */
export function facts(playlist) {
    const by =
        playlist.owner.id === me.value?.id
            ? []
            : [t('playlists.by', { name: playlist.owner.name || playlist.owner.username })];
    const kind = playlist.smart ? [t('smart.kind')] : [];
    return [t('count.tracks', { count: playlist.entryCount }), ...kind, ...by].join(' · ');
}

/**
 * The folder item for the menu of a card or row.
 * @param {Playlist} playlist
 */
const folderOffer = ({ id, name }) =>
    html`<button type="button" hidden tabindex="-1" data-move-playlist="${id}" data-name="${name}">${t(
        'playlistFolders.move',
    )}</button>`;

/** @param {Playlist} playlist */
export function playlistCard(playlist) {
    const path = playlistPath(playlist.id);
    return html`<li class="card" data-testid="playlist-card" data-playlist="${playlist.id}"
        data-key="${playlist.id}">
        <div class="card-art">
            <a href="${path}" tabindex="-1" aria-hidden="true">${playlistCover(playlist)}</a>
            <button type="button" class="play-fab" tabindex="-1" data-play-playlist="${playlist.id}"
                data-name="${playlist.name}"
                aria-label="${t('actions.playNamed', { name: playlist.name })}">${icons.play}</button>
        </div>
        <div class="card-text">${cardTitle(path, playlist.name)}
        <p class="card-line">${facts(playlist)}</p>
        <button type="button" class="icon-button card-more" data-card-menu data-focus="menu" aria-haspopup="menu"
            tabindex="-1"
            aria-label="${t('tracks.moreFor', { name: playlist.name })}">${icons.more}</button>
        ${queueOffers(`playlist:${playlist.id}`, playlist.name)}${folderOffer(playlist)}</div>
    </li>`;
}

/** @param {Playlist} playlist */
export function playlistRow(playlist) {
    return html`<li class="row" data-testid="playlist-card" data-playlist="${playlist.id}" data-key="${playlist.id}">
        <a class="row-main" href="${playlistPath(playlist.id)}">${playlistCover(playlist, { kind: 'row' })}
            <span class="row-text"><span class="row-title">${playlist.name}</span><span
                class="row-line">${facts(playlist)}</span></span></a>
        <span class="row-fact is-wide">${t(`playlists.visibilities.${playlist.visibility}`)}</span>
        <button type="button" class="icon-button" data-play-playlist="${playlist.id}" data-name="${playlist.name}"
            aria-label="${t('actions.playNamed', { name: playlist.name })}">${icons.play}</button>
        <button type="button" class="icon-button" data-card-menu data-focus="menu" aria-haspopup="menu"
            aria-label="${t('tracks.moreFor', { name: playlist.name })}">${icons.more}</button>
        ${queueOffers(`playlist:${playlist.id}`, playlist.name)}${folderOffer(playlist)}
    </li>`;
}
