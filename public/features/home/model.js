// @ts-check
// The contents of the home screen: its rows in order, and its quick tiles. Pure.

/** @typedef {import('../../core/types.js').Home} Home */
/** @typedef {Home['order'][number]} Row */
/**
 * @typedef {{ kind: 'album'|'artist'|'playlist'|'liked', id: string, name: string, covers: string[] }} Tile
 *   `id`: empty for the liked tracks
 */

export const MOST_TILES = 6;
/** With fewer tiles, none are shown. */
const FEWEST_TILES = 3;
/** The number of the user's most played tracks to show. */
export const MOST_PLAYED = 5;

/** A library with this few albums counts as new: the server's own sample music is two. */
const FEW_ALBUMS = 2;

/** @param {Home} home */
export const hasOnlyBegun = (home) => home.recentlyAdded.length <= FEW_ALBUMS;

/**
 * The rows that have content, ordered by use.
 * @param {Home} home
 * @returns {Row[]}
 */
export function rowsOf(home) {
    const own = new Set(home.mostPlayed.map(({ track }) => track.id));
    const added = new Set(home.recentlyAdded.map(({ id }) => id));
    return home.order.filter((row) => {
        // If nobody else has played anything, both rows would show the same tracks.
        if (row === 'popular') return home.popular.some(({ id }) => !own.has(id));
        // In a small library, the recently added albums are all there are.
        if (row === 'start') return home.start.some(({ id }) => !added.has(id));
        return row === 'board' ? postsOf(home).length > 0 : home[row].length > 0;
    });
}

/** @param {import('../../core/types.js').AlbumItem} album @returns {Tile} */
const albumTile = ({ id, name, cover }) => ({ kind: 'album', id, name, covers: cover ? [cover] : [] });

/**
 * Six shortcuts: frequent ones first, then likes, own playlists, and new albums. Empty if there are too few.
 * @param {Home} home
 * @param {string} liked the name of the liked tracks
 * @returns {Tile[]}
 */
export function tilesOf(home, liked) {
    /** @type {Tile[]} */
    const habits = home.tiles.flatMap(({ album, artist }) => {
        if (album) return [albumTile(album)];
        if (!artist) return [];
        const picture = artist.image ?? artist.cover;
        return [{ kind: 'artist', id: artist.id, name: artist.name, covers: picture ? [picture] : [] }];
    });
    /** @type {Tile[]} */
    const likes =
        home.liked.length > 0
            ? [{ kind: 'liked', id: '', name: liked, covers: home.liked.flatMap(({ cover }) => cover ?? []) }]
            : [];
    /** @type {Tile[]} */
    const playlists = home.playlists
        .filter(({ own, entryCount }) => own && entryCount > 0)
        .map(({ id, name, cover, covers }) => ({ kind: 'playlist', id, name, covers: cover ? [cover] : covers }));
    const fill = [...likes, ...playlists, ...[...home.recentlyPlayed, ...home.recentlyAdded].map(albumTile)];
    const seen = new Set();
    const tiles = [...habits, ...fill].filter(({ kind, id }) => {
        const key = `${kind}:${id}`;
        return !seen.has(key) && seen.add(key);
    });
    return tiles.length < FEWEST_TILES ? [] : tiles.slice(0, MOST_TILES);
}

/** @param {number} hour 0 to 23 @returns {'night'|'morning'|'afternoon'|'evening'} */
export function partOfDay(hour) {
    return hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
}

/**
 * The playable tracks of a row, in the order of its cards.
 * @param {Home} home @param {string} row
 * @returns {import('../../core/types.js').TrackItem[]}
 */
export function tracksOf(home, row) {
    if (row === 'board') return postsOf(home).flatMap(({ track }) => track ?? []);
    if (row === 'friends') return home.friends.map(({ track }) => track);
    if (row === 'mostPlayed') return home.mostPlayed.slice(0, MOST_PLAYED).map(({ track }) => track);
    return row === 'popular' || row === 'liked' ? home[row] : [];
}

/**
 * Today's posts with a track that the user may hear, and posts whose song is not in the library yet.
 * @param {Home} home
 */
export function postsOf(home) {
    return home.board.flatMap((post) => {
        const { track, outside } = post.song ?? {};
        return outside || (track && !track.missing) ? [{ post, track }] : [];
    });
}
