// @ts-check
// Links to pages of the catalog.

import { html } from './html.js';

export const albumPath = (/** @type {string} */ id) => `/albums/${encodeURIComponent(id)}`;
export const trackPath = (/** @type {string} */ id) => `/tracks/${encodeURIComponent(id)}`;
export const artistPath = (/** @type {string} */ id) => `/artists/${encodeURIComponent(id)}`;
export const genrePath = (/** @type {string} */ id) => `/genres/${encodeURIComponent(id)}`;

/**
 * Names separated by commas, each a link.
 * @param {{ id: string, name: string }[]} artists
 * @param {{ inCard?: boolean }} options `inCard`: the Tab key skips it
 */
export function artistLinks(artists, { inCard = false } = {}) {
    return artists.map(
        (artist, index) =>
            html`${index > 0 ? ', ' : ''}<a href="${artistPath(artist.id)}"
                ${inCard && html`tabindex="-1"`}>${artist.name}</a>`,
    );
}

/** @param {{ name: string }[]} artists */
export function names(artists) {
    return artists.map((artist) => artist.name).join(', ');
}
