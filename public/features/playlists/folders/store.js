// @ts-check
// The person's folders of playlists, which the side bar and the library share.

import { api } from '../../../core/api.js';
import { preferences } from '../../../core/preferences.js';
import { Store } from '../../../core/store.js';

/** @typedef {import('./model.js').Folder} Folder */

/** @type {Store<readonly Folder[]>} by name */
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

/** Ids of the folders that are open in the side bar of this device. */
export const openFolders = () => new Set(preferences.get('openFolders', /** @type {string[]} */ ([])));

/** @param {string} id @param {boolean} isOpen */
export function setOpen(id, isOpen) {
    const open = openFolders();
    if (isOpen) open.add(id);
    else open.delete(id);
    // Folders that are gone, or are another person's on this device, are not remembered for ever.
    const MOST = 200;
    preferences.set({ openFolders: [...open].slice(-MOST) });
}
