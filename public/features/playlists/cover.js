// @ts-check

import { html } from '../../core/html.js';
import { cover } from '../../elements/music/cover.js';

/**
 * The picture of a playlist: its own, that of its first tracks, or four of them.
 * @param {{ name: string, cover?: string, covers: string[] }} playlist
 * @param {Parameters<typeof cover>[2]} [options]
 */
export function playlistCover(playlist, options = {}) {
    if (playlist.cover || playlist.covers.length < 4)
        return cover(playlist.cover ?? playlist.covers[0], playlist.name, options);
    const kind = options.kind === 'large' ? 'tile' : 'row';
    return html`<span
        class="cover is-mosaic ${options.className ?? ''}">${playlist.covers.map((one, index) =>
            cover(one, `${playlist.name}${index}`, { kind, eager: options.eager }),
        )}</span>`;
}
