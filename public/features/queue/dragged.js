// @ts-check
// Data dragged within the page: a song, an album, a playlist, a queue entry, or the selection.

import { player } from '../../player/index.js';
import { tracksOf } from '../play/buttons.js';
import { selection } from '../selection/model.js';
import { readDragged } from './place.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {typeof KINDS[number]} DragKind */

/** MIME type of the drag data: JSON with `kind`, `id` and `name`. */
export const DRAG_TYPE = 'application/x-rondo';

/** `entry`: a queue entry, by key; `selection`: the page's selection at the time of the drop. */
export const KINDS = /** @type {const} */ (['entry', 'track', 'album', 'playlist', 'selection']);

/** Marks a drag of a playlist. Drag data cannot be read before the drop; its types can. */
export const PLAYLIST_TYPE = 'application/x-rondo-playlist';

/** @param {Event} event */
export const isPlaylistDragged = (event) =>
    /** @type {DragEvent} */ (event).dataTransfer?.types.includes(PLAYLIST_TYPE) === true;

/** @param {Event} event */
export const isDragged = (event) => /** @type {DragEvent} */ (event).dataTransfer?.types.includes(DRAG_TYPE) === true;

/**
 * The dropped data; undefined for data that is not Rondo's.
 * @param {Event} event
 * @returns {{ kind: DragKind, id: string, name: string, tracks: () => Promise<TrackItem[]>,
 *   places: () => Promise<number[]> } | undefined} `places`: keys of dropped queue entries
 */
export function droppedBy(event) {
    const text = /** @type {DragEvent} */ (event).dataTransfer?.getData(DRAG_TYPE) ?? '';
    const dragged = readDragged(text, KINDS);
    if (!dragged) return undefined;
    const { id, name } = dragged;
    const kind = /** @type {DragKind} */ (dragged.kind);
    const all = async () => {
        if (kind === 'selection') return (await selection.songs()).map(({ track }) => track);
        if (kind !== 'entry') return tracksOf(kind, id);
        return player.queue.entries.filter(({ key }) => key === Number(id)).map(({ track }) => track);
    };
    const places = async () => {
        if (kind === 'entry') return [Number(id)];
        const isQueued = kind === 'selection' && selection.binding?.root.matches('.queue-list');
        return isQueued ? (await selection.songs()).map(({ key }) => Number(key)) : [];
    };
    return { kind, id, name, tracks: async () => (await all()).filter((track) => !track.missing), places };
}
