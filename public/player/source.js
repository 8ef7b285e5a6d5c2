// @ts-check
// The source of a queue, so that the button that started it can pause and resume it.

/** @typedef {'album'|'artist'|'genre'|'playlist'|'mix'|'track'} SourceKind */

/** @param {SourceKind} kind @param {string} id */
export const sourceOf = (kind, id) => `${kind}:${id}`;

/**
 * The source of a queue by its tracks alone: their album, if they are all from one.
 * @param {readonly { albumId?: string }[]} tracks
 */
export function albumOf(tracks) {
    const id = tracks[0]?.albumId;
    return id && tracks.every((track) => track.albumId === id) ? sourceOf('album', id) : '';
}
