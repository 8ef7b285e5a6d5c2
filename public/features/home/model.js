// @ts-check
// What the home screen shows: its rows in order, and its quick tiles. Pure.

/** @typedef {import('../../core/types.js').Home} Home */
/** @typedef {Home['order'][number]} Row */
/**
 * @typedef {{ kind: 'album'|'artist'|'playlist'|'liked', id: string, name: string, covers: string[] }} Tile
 *   `id`: empty for what one likes
 */

export const MOST_TILES = 6;
/** Fewer tiles are no block of tiles. */
const FEWEST_TILES = 3;
/** How many of the songs that one plays most are shown. */
export const MOST_PLAYED = 5;

/** A library of so few albums has only begun: the music that the server makes itself is two. */
const FEW_ALBUMS = 2;

/** @param {Home} home */
export const hasOnlyBegun = (home) => home.recentlyAdded.length <= FEW_ALBUMS;

/**
 * The rows that have something to say, in the order of their use.
 * @param {Home} home
 * @returns {Row[]}
 */
export function rowsOf(home) {
    const own = new Set(home.mostPlayed.map(({ track }) => track.id));
    const added = new Set(home.recentlyAdded.map(({ id }) => id));
    return home.order.filter((row) => {
        // Where nobody else plays anything, both rows would have the same songs.
        if (row === 'popular') return home.popular.some(({ id }) => !own.has(id));
        // Of a small library, what is new is all of it.
        if (row === 'start') return home.start.some(({ id }) => !added.has(id));
        return row === 'board' ? postsOf(home).length > 0 : home[row].length > 0;
    });
}

/** @param {import('../../core/types.js').AlbumItem} album @returns {Tile} */
const albumTile = ({ id, name, cover }) => ({ kind: 'album', id, name, covers: cover ? [cover] : [] });

/**
 * Six quick ways: habits first, then what one likes, one's playlists, and what is new. None where there are hardly any.
 * @param {Home} home
 * @param {string} liked the name of what one likes
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
 * The songs of a row that can be played, in the order of its cards.
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
 * Today's posts whose songs one may hear, each with its song, and those whose songs the library does not have yet.
 * @param {Home} home
 */
export function postsOf(home) {
    return home.board.flatMap((post) => {
        const { track, outside } = post.song ?? {};
        return outside || (track && !track.missing) ? [{ post, track }] : [];
    });
}
