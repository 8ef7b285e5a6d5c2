// @ts-check
// The user's playlist folders, shared by the side bar and the library.

import { api } from '../../../core/api.js';
import { preferences } from '../../../core/preferences.js';
import { Store } from '../../../core/store.js';

/** @typedef {import('./model.js').Folder} Folder */

/** @type {Store<readonly Folder[]>} sorted by name */
export const playlistFolders = new Store(/** @type {readonly Folder[]} */ ([]));

/**
 * @param {{ signal?: AbortSignal, quiet?: boolean }} options
 * @returns {Promise<readonly Folder[]>}
 */
export async function loadFolders({ signal, quiet = true } = {}) {
    /** @type {{ items: Folder[] }} */
    const { items } = await api.get('/playlist-folders', { signal, quiet });
    if (JSON.stringify(items) !== JSON.stringify(playlistFolders.value)) playlistFolders.set(items);
    return items;
}

/** The IDs of the folders expanded in this device's side bar. */
export const openFolders = () => new Set(preferences.get('openFolders', /** @type {string[]} */ ([])));

/** @param {string} id @param {boolean} isOpen */
export function setOpen(id, isOpen) {
    const open = openFolders();
    if (isOpen) open.add(id);
    else open.delete(id);
    // The limit drops deleted folders and those of other users on this device over time.
    const MOST = 200;
    preferences.set({ openFolders: [...open].slice(-MOST) });
}
