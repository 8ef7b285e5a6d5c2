// @ts-check
// Pure parts of folders of playlists: what stands in what, and what may go where.

/** @typedef {import('../../../core/types.js').PlaylistFolder} Folder */
/**
 * A folder with what is in it that is known here.
 * @template {{ id: string }} P
 * @typedef {{ folder: Folder, folders: Branch<P>[], playlists: P[] }} Branch
 */
/** @typedef {{ folder: Folder, depth: number, isAllowed: boolean }} Place `depth`: from 0 */

/** The greatest number of folders on the way from the list to a playlist. */
export const MOST_DEEP = 3;

export const folderPath = (/** @type {string} */ id) => `/playlists/folders/${encodeURIComponent(id)}`;

/**
 * The folders that stand in another one, or in none.
 * @param {readonly Folder[]} folders @param {string | undefined} parent
 */
export const inside = (folders, parent) => folders.filter(({ parentId }) => parentId === parent);

/**
 * The folder of a playlist.
 * @param {readonly Folder[]} folders @param {string} playlist
 */
export const folderOf = (folders, playlist) => folders.find(({ playlistIds }) => playlistIds.includes(playlist));

/**
 * The way to a folder, itself last.
 * @param {readonly Folder[]} folders @param {string | undefined} id
 * @returns {Folder[]}
 */
export function way(folders, id) {
    const folder = folders.find((one) => one.id === id);
    return folder ? [...way(folders, folder.parentId), folder] : [];
}

/**
 * Playlists among their folders, both in the order in which they come.
 * @template {{ id: string }} P
 * @param {readonly Folder[]} folders @param {readonly P[]} playlists
 * @returns {{ folders: Branch<P>[], playlists: P[] }}
 */
export function tree(folders, playlists) {
    const filed = new Map(folders.flatMap(({ id, playlistIds }) => playlistIds.map((playlist) => [playlist, id])));
    /** @type {(parent: string | undefined) => Branch<P>[]} */
    const branches = (parent) =>
        inside(folders, parent).map((folder) => ({
            folder,
            folders: branches(folder.id),
            playlists: playlists.filter(({ id }) => filed.get(id) === folder.id),
        }));
    return { folders: branches(undefined), playlists: playlists.filter(({ id }) => !filed.has(id)) };
}

/**
 * All folders as they stand in each other, and whether each takes what is moved.
 * @param {readonly Folder[]} folders
 * @param {string} [moving] a folder that is moved; none for a playlist, which every folder takes
 * @returns {Place[]}
 */
export function places(folders, moving) {
    const levels = moving ? height(folders, moving) : 0;
    const walk = (/** @type {string | undefined} */ parent, depth = 0, isWithin = false) =>
        inside(folders, parent).flatMap((folder) => {
            const isOwn = isWithin || folder.id === moving;
            const isAllowed = !isOwn && depth + 1 + levels <= MOST_DEEP;
            /** @type {Place[]} */
            const found = [{ folder, depth, isAllowed }, ...walk(folder.id, depth + 1, isOwn)];
            return found;
        });
    return walk(undefined);
}

/**
 * Whether another folder can stand in this one.
 * @param {readonly Folder[]} folders @param {string} id
 */
export const takesFolders = (folders, id) => way(folders, id).length < MOST_DEEP;

/**
 * The number of levels of a folder with what is in it.
 * @param {readonly Folder[]} folders @param {string} id
 * @returns {number}
 */
function height(folders, id) {
    return 1 + Math.max(0, ...inside(folders, id).map((folder) => height(folders, folder.id)));
}
