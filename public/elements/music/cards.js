// @ts-check
// Tiles for albums, artists and genres: the cover first, two quiet lines under it.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { albumPath, artistLinks, artistPath, genrePath, names, trackPath } from '../../core/links.js';
import { heart } from '../annotations/heart.js';
import { icons } from '../icons.js';
import { selectBox } from '../lists/select-box.js';
import { darkGround } from './color-contrast.js';
import { cover, drawingColor, placeholder } from './cover.js';
import { explicitSign } from './explicit.js';

/** @typedef {import('../../core/types.js').AlbumItem} AlbumItem */
/** @typedef {import('../../core/types.js').ArtistItem} ArtistItem */
/** @typedef {import('../../core/types.js').Genre} GenreItem */

/**
 * The one thing of a card that the tab key comes to: arrows go on from it to other cards, and the space bar opens what
 * else there is (grid-keys.js).
 * @param {string} path @param {string} name
 */
export function cardTitle(path, name) {
    return html`<a class="card-title" dir="auto" href="${path}" data-card-stop aria-haspopup="menu"
        aria-keyshortcuts="Space">${name}</a>`;
}

/**
 * The button of what else a card or a row offers (grid-keys.js), with the radio and the places in the queue that only
 * its menu shows.
 * @param {unknown} radio the attribute that names the radio
 * @param {string} name
 * @param {{ inCard?: boolean, queued?: string }} options `inCard`: the tab key goes past it; `queued`: what can be put
 *   into the queue, such as `album:…`
 */
function more(radio, name, { inCard = false, queued } = {}) {
    return html`<button type="button" class="icon-button ${inCard ? 'card-more' : ''}" data-card-menu
        aria-haspopup="menu" ${inCard && html`tabindex="-1"`} data-testid="card-menu"
        aria-label="${t('tracks.moreFor', { name })}">${icons.more}</button><button type="button" hidden tabindex="-1"
        ${radio} data-name="${name}">${t('songRadio.start')}</button>${queued && queueOffers(queued, name)}`;
}

/**
 * The places in the queue and in playlists, as a card's menu offers them.
 * @param {string} queued such as `album:…`
 * @param {string} name
 */
export const queueOffers = (queued, name) =>
    html`<button type="button" hidden tabindex="-1" data-queue-next="${queued}"
        data-name="${name}">${t('actions.playNext')}</button><button type="button" hidden tabindex="-1"
        data-queue-end="${queued}" data-name="${name}">${t('actions.addToQueue')}</button><button type="button"
        hidden tabindex="-1" data-add-songs="${queued}" data-name="${name}">${t('playlists.addTo')}</button>`;

/** @param {AlbumItem} album @param {{ caption?: 'artist'|'year' }} options */
export function albumCard(album, { caption = 'artist' } = {}) {
    const line =
        caption === 'year'
            ? [album.year, t('count.tracks', { count: album.trackCount })]
                  .filter(Boolean)
                  .map((part, index) => html`${index > 0 ? ' · ' : ''}${String(part)}`)
            : artistLinks(album.albumArtists, { inCard: true });
    return html`<li class="card" data-testid="album-card" data-album="${album.id}">
        <div class="card-art">
            <a href="${albumPath(album.id)}" tabindex="-1" aria-hidden="true">${cover(album.cover, album.name, {
                color: album.colors,
            })}</a>
            ${heart('album', album, album.name, 'is-on-cover')}
            <button type="button" class="play-fab" tabindex="-1" data-play-album="${album.id}" data-name="${album.name}"
                aria-label="${t('actions.playNamed', { name: album.name })}">${icons.play}</button>
        </div>
        <div class="card-text">${cardTitle(albumPath(album.id), album.name)}
        <p class="card-line">${explicitSign(album)}${line}</p>
        ${more(html`data-radio-album="${album.id}"`, album.name, { inCard: true, queued: `album:${album.id}` })}</div>
    </li>`;
}

/** @param {AlbumItem} album */
export function albumRow(album) {
    return html`<li class="row" data-testid="album-card" data-album="${album.id}">
        <a class="row-main" href="${albumPath(album.id)}">
            ${cover(album.cover, album.name, { kind: 'row', color: album.colors })}
            <span class="row-text"><span class="row-title" dir="auto">${album.name}${explicitSign(album)}</span><span
                class="row-line">${names(album.albumArtists)}</span></span>
        </a>
        <span class="row-fact">${album.year ? String(album.year) : ''}</span>
        <span class="row-fact is-wide">${t('count.tracks', { count: album.trackCount })}</span>
        ${heart('album', album, album.name)}
        <button type="button" class="icon-button" data-play-album="${album.id}" data-name="${album.name}"
            aria-label="${t('actions.playNamed', { name: album.name })}">${icons.play}</button>
        ${more(html`data-radio-album="${album.id}"`, album.name, { queued: `album:${album.id}` })}
    </li>`;
}

/** @param {ArtistItem} artist */
export function artistCard(artist) {
    return html`<li class="card is-artist" data-testid="artist-card">
        <div class="card-art">
            <a href="${artistPath(artist.id)}" tabindex="-1"
                aria-hidden="true">${cover(artist.image ?? artist.cover, artist.name, {
                    round: true,
                    color: artist.color,
                })}</a>
            ${heart('artist', artist, artist.name, 'is-on-cover')}
            <button type="button" class="play-fab" tabindex="-1" data-play-artist="${artist.id}"
                data-name="${artist.name}"
                aria-label="${t('actions.playNamed', { name: artist.name })}">${icons.play}</button>
        </div>
        <div class="card-text">${cardTitle(artistPath(artist.id), artist.name)}
        <p class="card-line">${
            artist.albumCount > 0
                ? t('count.albums', { count: artist.albumCount })
                : t('count.tracks', { count: artist.trackCount })
        }</p>
        ${more(html`data-radio-artist="${artist.id}"`, artist.name, { inCard: true })}</div>
    </li>`;
}

/** @param {ArtistItem} artist */
export function artistRow(artist) {
    return html`<li class="row" data-testid="artist-card">
        <a class="row-main" href="${artistPath(artist.id)}">
            ${cover(artist.image ?? artist.cover, artist.name, { kind: 'row', round: true, color: artist.color })}
            <span class="row-text"><span class="row-title" dir="auto">${artist.name}</span></span>
        </a>
        <span class="row-fact is-wide">${t('count.albums', { count: artist.albumCount })}</span>
        <span class="row-fact is-wide">${t('count.tracks', { count: artist.trackCount })}</span>
        ${heart('artist', artist, artist.name)}
        <button type="button" class="icon-button" data-play-artist="${artist.id}" data-name="${artist.name}"
            aria-label="${t('actions.playNamed', { name: artist.name })}">${icons.play}</button>
        ${more(html`data-radio-artist="${artist.id}"`, artist.name)}
    </li>`;
}

/** @param {import('../../core/types.js').TrackItem} track @param {number} index in its list */
export function trackCard(track, index) {
    return html`<li class="card" data-testid="track-card" data-track="${track.id}" data-index="${index}">
        <div class="card-art">
            <a href="${trackPath(track.id)}" tabindex="-1"
                aria-hidden="true">${cover(track.cover, track.album || track.title, {
                    color: track.colors,
                })}</a>
            ${heart('track', track, track.title, 'is-on-cover')}${selectBox(track.title)}
            <button type="button" class="play-fab" tabindex="-1" data-play-row data-name="${track.title}"
                aria-label="${t('actions.playNamed', { name: track.title })}">${icons.play}</button>
        </div>
        <div class="card-text">${cardTitle(trackPath(track.id), track.title)}
        <p class="card-line">${artistLinks(track.artists, { inCard: true })}</p>
        <button type="button" class="icon-button card-more" data-track-menu tabindex="-1" aria-haspopup="menu"
            aria-label="${t('tracks.moreFor', { name: track.title })}">${icons.more}</button></div>
    </li>`;
}

/** The way to what everybody plays, among the genres. */
export function popularTile() {
    return html`<li class="genre-tile"><a href="/library/popular" data-card-stop data-testid="popular-tile">
        <span class="genre-sign">${icons.chart}</span>
        <span class="genre-name">${t('library.popular')}</span>
        <span class="genre-line">${t('library.popularLine')}</span>
        <span class="cover">${placeholder('♪ popular', { lettered: false })}</span>${shade('#8a2f0a')}</a></li>`;
}

let shades = 0;

/**
 * The ground that words on a picture stand on: the picture's color, dark enough for white, which fades out upwards.
 * @param {string | undefined} color
 */
function shade(color) {
    const ink = darkGround(color ?? '#2a262c');
    const id = `shade-${++shades}`;
    return html`<svg class="genre-shade" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true"
        focusable="false"><defs><linearGradient id="${id}" x1="0" y1="1" x2="0" y2="0"><stop offset=".3"
        stop-color="${ink}"/><stop offset=".6" stop-color="${ink}" stop-opacity=".62"/><stop offset=".9"
        stop-color="${ink}" stop-opacity="0"/></linearGradient></defs>
        <rect width="1" height="1" fill="url(#${id})"/></svg>`;
}

/** @param {GenreItem} genre */
export function genreCard(genre) {
    return html`<li class="genre-tile">
        <a href="${genrePath(genre.id)}" data-card-stop aria-haspopup="menu" aria-keyshortcuts="Space">
            <span class="genre-name" dir="auto">${genre.name}</span>
            <span class="genre-line">${t('count.albums', { count: genre.albumCount })} · ${t('count.tracks', {
                count: genre.trackCount,
            })}</span>
            ${
                genre.cover
                    ? cover(genre.cover, genre.name, { color: genre.color })
                    : html`<span class="cover">${placeholder(genre.name, { lettered: false })}</span>`
            }${shade(genre.color ?? drawingColor(genre.name))}
        </a>
        ${more(html`data-radio-genre="${genre.id}"`, genre.name, { inCard: true })}
    </li>`;
}

/** @param {GenreItem} genre */
export function genreRow(genre) {
    return html`<li class="row">
        <a class="row-main" href="${genrePath(genre.id)}">
            ${cover(genre.cover, genre.name, { kind: 'row', color: genre.color })}
            <span class="row-text"><span class="row-title" dir="auto">${genre.name}</span></span>
        </a>
        <span class="row-fact is-wide">${t('count.albums', { count: genre.albumCount })}</span>
        <span class="row-fact is-wide">${t('count.tracks', { count: genre.trackCount })}</span>
        ${more(html`data-radio-genre="${genre.id}"`, genre.name)}
    </li>`;
}
