// @ts-check
// Cards used only on the home screen: a track with a user's picture, an album from an earlier year, and quick tiles.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { albumPath, artistPath, trackPath } from '../../core/links.js';
import { heart } from '../../elements/annotations/heart.js';
import { equaliser, icons } from '../../elements/icons.js';
import { avatar } from '../../elements/music/avatar.js';
import { cardTitle, queueOffers } from '../../elements/music/cards.js';
import { cover, mosaic } from '../../elements/music/cover.js';
import { picturePath } from '../outside/model.js';
import { playlistPath } from '../playlists/model.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {{ id: string, name: string, picture?: string }} Person */

/** @param {Person} person */
const face = ({ name, picture }) => html`<span class="face">${avatar({ username: name, picture })}</span>`;

/** @param {Person} person */
const personLink = ({ id, name }) =>
    html`<a href="/people/${encodeURIComponent(id)}" tabindex="-1" dir="auto">${name}</a>`;

/**
 * @param {TrackItem} track
 * @param {Person} person
 * @param {number} index the position in its row
 * @param {{ isLive?: boolean, testid: string }} options `isLive`: whether the user is playing the track now
 */
export function faceCard(track, person, index, { isLive = false, testid }) {
    return html`<li class="card face-card ${isLive ? 'is-live' : ''}" data-testid="${testid}" data-track="${track.id}"
        data-index="${index}">
        <div class="card-art">
            <a href="${trackPath(track.id)}" tabindex="-1"
                aria-hidden="true">${cover(track.cover, track.album || track.title)}</a>
            ${heart('track', track, track.title, 'is-on-cover')}
            ${face(person)}
            <button type="button" class="play-fab" tabindex="-1" data-play-row data-name="${track.title}"
                aria-label="${t('actions.playNamed', { name: track.title })}">${icons.play}</button>
        </div>
        <div class="card-text">${cardTitle(trackPath(track.id), track.title)}
        <p class="card-line">${isLive && equaliser}${personLink(person)}</p>
        <button type="button" class="icon-button card-more" data-track-menu tabindex="-1" aria-haspopup="menu"
            aria-label="${t('tracks.moreFor', { name: track.title })}">${icons.more}</button></div>
    </li>`;
}

/**
 * A posted song that is not in the library yet. The card links to the board, which has the preview and the actions.
 * @param {import('../../core/types.js').Post} post
 */
export function awaitedCard({ author, song }) {
    const { id, album, hasPicture } = song?.outside ?? {};
    const picture = id && hasPicture ? picturePath(id) : undefined;
    return html`<li class="card face-card" data-testid="board-card-awaited">
        <div class="card-art">
            <a href="/board" tabindex="-1" aria-hidden="true">${cover(picture, album || song?.title || '')}</a>
            ${face(author)}
            <span class="outside-mark">${icons.link}${t('outside.notHere')}</span>
        </div>
        <div class="card-text"><a class="card-title" dir="auto" href="/board" data-card-stop>${song?.title}</a>
        <p class="card-line">${personLink(author)}</p></div>
    </li>`;
}

/** @param {import('../../core/types.js').Home['onThisDay'][number]} past */
export function pastCard({ album, yearsAgo }) {
    return html`<li class="card" data-testid="past-card" data-album="${album.id}">
        <div class="card-art">
            <a href="${albumPath(album.id)}" tabindex="-1" aria-hidden="true">${cover(album.cover, album.name)}</a>
            ${heart('album', album, album.name, 'is-on-cover')}
            <button type="button" class="play-fab" tabindex="-1" data-play-album="${album.id}" data-name="${album.name}"
                aria-label="${t('actions.playNamed', { name: album.name })}">${icons.play}</button>
        </div>
        <div class="card-text">${cardTitle(albumPath(album.id), album.name)}
        <p class="card-line">${t('home.yearsAgo', { count: yearsAgo })}</p>
        <button type="button" class="icon-button card-more" data-card-menu aria-haspopup="menu" tabindex="-1"
            aria-label="${t('tracks.moreFor', { name: album.name })}">${icons.more}</button>
        ${queueOffers(`album:${album.id}`, album.name)}</div>
    </li>`;
}

/** @param {import('./model.js').Tile} tile */
function tilePath({ kind, id }) {
    if (kind === 'album') return albumPath(id);
    if (kind === 'artist') return artistPath(id);
    return kind === 'playlist' ? playlistPath(id) : '/library/liked';
}

/** @param {import('./model.js').Tile} tile */
export function quickTile(tile) {
    const { kind, id, name, covers } = tile;
    const options = { kind: /** @type {const} */ ('row'), eager: true };
    const picture =
        kind === 'liked'
            ? html`<span class="cover quick-heart">${icons.heart}</span>`
            : kind === 'playlist'
              ? mosaic(covers, name, options)
              : cover(covers[0], name, { ...options, round: kind === 'artist' });
    return html`<li class="quick-tile" data-testid="quick-tile" data-kind="${kind}">
        <a href="${tilePath(tile)}" class="quick-link">${picture}<span class="quick-name" dir="auto">${name}</span></a>
        ${kind !== 'liked' && playButton(kind, id, name)}
    </li>`;
}

/** @param {'album'|'artist'|'playlist'} kind @param {string} id @param {string} name */
function playButton(kind, id, name) {
    const attribute =
        kind === 'album'
            ? html`data-play-album="${id}"`
            : kind === 'artist'
              ? html`data-play-artist="${id}"`
              : html`data-play-playlist="${id}"`;
    return html`<button type="button" class="quick-play" ${attribute} data-name="${name}"
        aria-label="${t('actions.playNamed', { name })}">${icons.play}</button>`;
}
