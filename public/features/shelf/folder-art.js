// @ts-check

import { html } from '../../core/html.js';
import { cover, hueOf } from '../../elements/music/cover.js';
import { folderIcons } from './folder-icons.js';

/**
 * A folder's picture, or its icon on a color of its own.
 * @param {{ name: string, icon: import('./model.js').FolderIcon, image?: string }} folder
 * @param {'tile'|'row'} kind
 */
export function folderArt(folder, kind = 'tile') {
    if (folder.image) return cover(folder.image, folder.name, { kind, className: 'folder-picture' });
    // Twelve colors, as classes: styles in the markup are not allowed.
    return html`<span class="folder-art is-${kind} is-hue-${String(Math.floor(hueOf(folder.name) / 30))}"
        aria-hidden="true">${folderIcons[folder.icon] ?? folderIcons.folder}</span>`;
}
