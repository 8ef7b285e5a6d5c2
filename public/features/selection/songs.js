// @ts-check
// Lists of songs for selections, addressed by index. A list is loaded in full or by page.

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {{ key: string, track: TrackItem }} Song an entry in a list; a track may have several */

/**
 * @typedef {object} SongList
 * @property {number} total
 * @property {boolean} isPaged only the pages near the viewport are loaded
 * @property {(index: number) => Song | undefined} at undefined if its page is not loaded
 * @property {(first: number, last: number) => Promise<Song[]>} range from `first` up to, not including, `last`
 */

/** @type {WeakMap<readonly TrackItem[], SongList>} */
const known = new WeakMap();

/**
 * The list of an array with unique tracks. The same array gives the same list, even after it grows.
 * @param {readonly TrackItem[]} tracks
 */
export function songsOf(tracks) {
    let list = known.get(tracks);
    if (!list) {
        list = heldSongs(
            () => tracks,
            (track) => ({ key: track.id, track }),
        );
        known.set(tracks, list);
    }
    return list;
}

/**
 * A list loaded in full.
 * @template T
 * @param {() => readonly T[]} items the current items
 * @param {(item: T) => Song} songOf
 * @returns {SongList}
 */
export function heldSongs(items, songOf) {
    const at = (/** @type {number} */ index) => {
        const item = items()[index];
        return item === undefined ? undefined : songOf(item);
    };
    return {
        isPaged: false,
        get total() {
            return items().length;
        },
        at,
        range: async (first, last) => items().slice(Math.max(0, first), Math.max(0, last)).map(songOf),
    };
}

/**
 * A list of which some pages are loaded.
 * @template T
 * @param {() => import('../../elements/lists/paged-source.js').PagedSource<T> | undefined} source the current source
 * @param {(item: T) => Song} songOf
 * @returns {SongList}
 */
export function pagedSongs(source, songOf) {
    return {
        isPaged: true,
        get total() {
            return source()?.total ?? 0;
        },
        at(index) {
            const item = source()?.at(index);
            return item === undefined ? undefined : songOf(item);
        },
        range: async (first, last) => ((await source()?.gather(first, last)) ?? []).map(songOf),
    };
}
