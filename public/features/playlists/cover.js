// @ts-check

import { cover, mosaic } from '../../elements/music/cover.js';

/**
 * A playlist's picture: its own, the cover of its first tracks, or a mosaic of four covers.
 * @param {{ name: string, cover?: string, covers: string[],
 *   colors?: readonly import('../../elements/music/color-contrast.js').PictureColor[] }} playlist
 * @param {Parameters<typeof cover>[2]} [options]
 */
export function playlistCover(playlist, options = {}) {
    return playlist.cover
        ? cover(playlist.cover, playlist.name, { color: playlist.colors, ...options })
        : mosaic(playlist.covers, playlist.name, { colors: playlist.colors, ...options });
}
