// @ts-check
// The tree of playlist folders, and the rules for moves. Pure.

/** @typedef {import('../../../core/types.js').PlaylistFolder} Folder */
/**
 * A folder with those of its contents that are loaded.
 * @template {{ id: string }} P
 * @typedef {{ folder: Folder, folders: Branch<P>[], playlists: P[] }} Branch
 */
/** @typedef {{ folder: Folder, depth: number, isAllowed: boolean }} Place `depth` starts at 0 */

/** The maximum depth of nested folders. */
export const MOST_DEEP = 3;

export const folderPath = (/** @type {string} */ id) => `/playlists/folders/${encodeURIComponent(id)}`;

/**
 * The folders inside a parent folder, or at the top level.
 * @param {readonly Folder[]} folders @param {string | undefined} parent
 */
export const inside = (folders, parent) => folders.filter(({ parentId }) => parentId === parent);

/**
 * The folder of a playlist.
 * @param {readonly Folder[]} folders @param {string} playlist
 */
export const folderOf = (folders, playlist) => folders.find(({ playlistIds }) => playlistIds.includes(playlist));

/**
 * The path to a folder, from the top level to the folder itself.
 * @param {readonly Folder[]} folders @param {string | undefined} id
 * @returns {Folder[]}
 */
export function way(folders, id) {
    const folder = folders.find((one) => one.id === id);
    return folder ? [...way(folders, folder.parentId), folder] : [];
}

/**
 * The tree of folders and playlists. Both keep their order.
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
 * All folders in tree order, and whether each may be the destination of the move.
 * @param {readonly Folder[]} folders
 * @param {string} [moving] the folder to move; undefined for a playlist, which every folder accepts
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
 * Whether a folder may contain other folders.
 * @param {readonly Folder[]} folders @param {string} id
 */
export const takesFolders = (folders, id) => way(folders, id).length < MOST_DEEP;

/**
 * The number of levels of a folder including its contents.
 * @param {readonly Folder[]} folders @param {string} id
 * @returns {number}
 */
function height(folders, id) {
    return 1 + Math.max(0, ...inside(folders, id).map((folder) => height(folders, folder.id)));
}
