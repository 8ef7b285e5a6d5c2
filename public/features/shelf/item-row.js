// @ts-check
// The list row of a shelf item.

import { clock, date, number } from '../../core/format.js';
import { attribute, html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { albumPath, trackPath } from '../../core/links.js';
import { annotations } from '../../elements/annotations/model.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';

/** @typedef {import('./model.js').ShelfItem} ShelfItem */

/**
 * The rating of an item. For library music the current annotation counts.
 * @param {ShelfItem} item
 */
export function ratingOf(item) {
    if (item.track) return annotations.of('track', item.track).rating;
    if (item.album) return annotations.of('album', item.album).rating;
    return item.rating;
}

/**
 * @param {import('../../core/types.js').TrackItem} track the library's new track
 * @param {string} name of the entry
 */
const arrivalLine = (track, name) => html`<span class="shelf-arrival" data-testid="item-arrival">${icons.check}
    <span>${t('shelf.arrived')} <a href="${trackPath(track.id)}" data-focus="arrival">${track.title}</a></span>
    <button type="button" class="text-button" data-link-item data-focus="link" data-testid="link-item"
        aria-label="${t('shelf.linkNamed', { name })}">${t('shelf.link')}</button></span>`;

/** @param {ShelfItem} item @param {boolean} selected */
export function itemRow(item, selected) {
    const locale = currentLocale();
    const rating = ratingOf(item);
    const path =
        item.track && !item.missing ? trackPath(item.track.id) : item.album ? albumPath(item.album.id) : undefined;
    const facts = [
        item.artist,
        item.kind === 'album' && t('album.kind'),
        item.kind === 'entry' && t('shelf.entry'),
        item.genre,
        item.durationMs && clock(item.durationMs),
        date(item.addedAt, locale),
    ];
    return html`<li class="row shelf-item" data-key="${item.id}" data-testid="shelf-item">
        <input type="checkbox" class="row-select" data-select data-focus="select" data-testid="select-item"
            aria-label="${t('playlists.selectNamed', { name: item.title })}" ${attribute('checked', selected)}>
        ${cover(item.cover, item.title, { kind: 'row' })}
        <span class="row-text"><span class="row-title"
            dir="auto">${path ? html`<a href="${path}" data-focus="title">${item.title}</a>` : item.title}${
                item.missing && html` <span class="badge">${t('tracks.missing')}</span>`
            }</span>
            <span class="row-line">${facts.filter(Boolean).join(' · ')}</span>${
                item.comment && html`<span class="row-line shelf-comment" dir="auto">${item.comment}</span>`
            }${item.arrival && arrivalLine(item.arrival, item.title)}</span>
        <span class="row-fact shelf-rating"
            data-testid="item-rating">${
                rating &&
                html`${icons.starFull}<span
            class="visually-hidden">${t('opinions.ofFive', { stars: number(rating, locale) })}</span><span
            aria-hidden="true">${number(rating, locale)}</span>`
            }</span>
        <button type="button" class="icon-button" data-item-menu data-focus="menu" aria-haspopup="menu"
            aria-label="${t('tracks.moreFor', { name: item.title })}" data-testid="item-menu">${icons.more}</button>
    </li>`;
}
