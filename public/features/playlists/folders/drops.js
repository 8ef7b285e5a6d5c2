// @ts-check
// Folders take playlists that are dragged onto them, and the heading of the list takes them out. Those who do not drag
// have "Move to folder" in the menu of each playlist.

import { delegate } from '../../../core/dom.js';
import { droppedBy, isPlaylistDragged } from '../../queue/dragged.js';

/** `data-folder` is empty where a playlist leaves its folder. */
const TARGETS = '[data-folder]';

/** @param {HTMLElement} host @param {AbortSignal} signal */
export function takeFolderDrops(host, signal) {
    delegate(
        host,
        'dragover',
        TARGETS,
        (target, event) => {
            if (!isPlaylistDragged(event)) return;
            event.preventDefault();
            const { dataTransfer } = /** @type {DragEvent} */ (event);
            if (dataTransfer) dataTransfer.dropEffect = 'copy';
            target.classList.add('is-aimed');
        },
        signal,
    );
    delegate(
        host,
        'dragleave',
        TARGETS,
        (target, event) => {
            const to = /** @type {Node | null} */ (/** @type {DragEvent} */ (event).relatedTarget);
            if (!target.contains(to)) target.classList.remove('is-aimed');
        },
        signal,
    );
    delegate(
        host,
        'drop',
        TARGETS,
        (target, event) => {
            target.classList.remove('is-aimed');
            const dropped = isPlaylistDragged(event) ? droppedBy(event) : undefined;
            if (dropped?.kind !== 'playlist') return;
            event.preventDefault();
            const { id, name } = dropped;
            void import('./actions.js').then(({ putPlaylist }) =>
                putPlaylist({ id, name }, target.dataset.folder || null),
            );
        },
        signal,
    );
}
