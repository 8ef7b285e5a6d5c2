// @ts-check
// Playlists dropped on a folder move into it; dropped on the list's heading, they leave their folder. The alternative
// to dragging is "Move to folder" in each playlist's menu.

import { takeDrops } from '../../core/drops.js';
import { droppedBy, isPlaylistDragged } from '../queue/dragged.js';

/** An empty `data-folder` moves a playlist out of its folder. */
const TARGETS = '[data-folder]';

/** @param {HTMLElement} host @param {AbortSignal} signal */
export function takeFolderDrops(host, signal) {
    const drop = (/** @type {HTMLElement} */ target, /** @type {Event} */ event) => {
        const dropped = droppedBy(event);
        if (dropped?.kind !== 'playlist') return;
        const folder = target.dataset.folder || null;
        void import('../playlists/folders/actions.js').then(({ putPlaylist }) => putPlaylist(dropped, folder));
    };
    takeDrops(host, { targets: TARGETS, accepts: isPlaylistDragged, drop }, signal);
}
