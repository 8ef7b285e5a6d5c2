// @ts-check
// Folders take playlists that are dragged onto them, and the heading of the list takes them out. Those who do not drag
// have "Move to folder" in the menu of each playlist.

import { takeDrops } from '../../../core/drops.js';
import { droppedBy, isPlaylistDragged } from '../../queue/dragged.js';

/** `data-folder` is empty where a playlist leaves its folder. */
const TARGETS = '[data-folder]';

/** @param {HTMLElement} host @param {AbortSignal} signal */
export function takeFolderDrops(host, signal) {
    const drop = (/** @type {HTMLElement} */ target, /** @type {Event} */ event) => {
        const dropped = droppedBy(event);
        if (dropped?.kind !== 'playlist') return;
        const { id, name } = dropped;
        void import('./actions.js').then(({ putPlaylist }) => putPlaylist({ id, name }, target.dataset.folder || null));
    };
    takeDrops(host, { targets: TARGETS, accepts: isPlaylistDragged, drop }, signal);
}
