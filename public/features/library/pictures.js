// @ts-check
// Pictures of the library's tiles, from played, liked and new music. Tiles without a picture keep their icons.

import { api } from '../../core/api.js';
import { append } from '../../core/html.js';
import { cover } from '../../elements/music/cover.js';

/** @typedef {import('../../core/types.js').Home} Home */
/** @typedef {import('../../elements/music/cover.js').Options['color']} Color */
/** @typedef {{ art: string, title: string, color?: Color }} Picture */

/** @param {{ cover?: string, name?: string, title?: string, colors?: Color, color?: Color }} thing */
const pictureOf = ({ cover: art, name, title = '', colors, color }) =>
    art ? [{ art, title: name ?? title, color: colors ?? color }] : [];

/**
 * A picture for each page, without repeats where possible.
 * @param {Home} home
 * @returns {Map<string, Picture>} by page path
 */
export function picturesOf(home) {
    const artists = home.artists.map((artist) => ({ ...artist, cover: artist.image ?? artist.cover }));
    const lists = home.playlists.map(({ name, cover, covers, colors }) => ({
        name,
        cover: cover ?? covers[0],
        color: cover ? undefined : colors?.[0]?.hex,
    }));
    const albums = [...home.recentlyAdded, ...home.start, ...home.recentlyPlayed];
    const songs = [...home.mostPlayed.map(({ track }) => track), ...home.popular];
    /** @type {[string, Picture[]][]} */
    const pages = [
        ['/library/popular', home.popular.flatMap(pictureOf)],
        ['/library/artists', [...artists, ...albums].flatMap(pictureOf)],
        ['/playlists', lists.flatMap(pictureOf)],
        ['/library/liked', home.liked.flatMap(pictureOf)],
        ['/library/albums', albums.flatMap(pictureOf)],
        ['/library/tracks', [...songs, ...albums].flatMap(pictureOf)],
        ['/library/genres', home.genres.flatMap(pictureOf)],
    ];
    const used = new Set();
    return new Map(
        pages.flatMap(([path, pictures]) => {
            const picture = pictures.find(({ art }) => !used.has(art)) ?? pictures[0];
            if (!picture) return [];
            used.add(picture.art);
            return [/** @type {const} */ ([path, picture])];
        }),
    );
}

/** @param {HTMLElement} root @param {AbortSignal} signal */
export async function showPictures(root, signal) {
    /** @type {Home | undefined} */
    const home = await api.get('/home', { signal, quiet: true }).catch(() => undefined);
    if (!home || signal.aborted) return;
    for (const [path, { art, title, color }] of picturesOf(home)) {
        const sign = root.querySelector(`.library-tile[href="${path}"] .library-sign`);
        if (!sign || sign.classList.contains('has-picture')) continue;
        sign.classList.add('has-picture');
        append(sign, cover(art, title, { kind: 'row', color }));
    }
}
