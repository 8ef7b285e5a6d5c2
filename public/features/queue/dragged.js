// @ts-check
// What is dragged within the page: a song, an album, a playlist, a place in the queue, or all that is selected.

import { player } from '../../player/index.js';
import { activeBinding } from '../selection/bind.js';
import { selection } from '../selection/model.js';
import { readDragged } from './place.js';
import { tracksOf } from './play-buttons.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {typeof KINDS[number]} DragKind */

/** The kind of data that goes with a drag: JSON with `kind`, `id` and `name`. */
export const DRAG_TYPE = 'application/x-rondo';

/** `entry`: of the queue, by its key; `selection`: what is selected in this page when it is dropped. */
export const KINDS = /** @type {const} */ (['entry', 'track', 'album', 'playlist', 'selection']);

/** Goes with a drag of a playlist: what is dragged cannot be read before it is dropped. */
export const PLAYLIST_TYPE = 'application/x-rondo-playlist';

/** @param {Event} event */
export const isPlaylistDragged = (event) =>
    /** @type {DragEvent} */ (event).dataTransfer?.types.includes(PLAYLIST_TYPE) === true;

/** @param {Event} event */
export const isDragged = (event) => /** @type {DragEvent} */ (event).dataTransfer?.types.includes(DRAG_TYPE) === true;

/**
 * What a drop brings; undefined for anything that is not of Rondo.
 * @param {Event} event
 * @returns {{ kind: DragKind, id: string, name: string, tracks: () => Promise<TrackItem[]>,
 *   places: () => Promise<number[]> } | undefined} `places`: the keys of what comes from the queue itself
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
        const isQueued = kind === 'selection' && activeBinding()?.root.matches('.queue-list');
        return isQueued ? (await selection.songs()).map(({ key }) => Number(key)) : [];
    };
    return { kind, id, name, tracks: async () => (await all()).filter((track) => !track.missing), places };
}
