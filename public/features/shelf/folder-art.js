// @ts-check

import { html } from '../../core/html.js';
import { cover, hueOf, mosaic } from '../../elements/music/cover.js';
import { folderIcons } from './folder-icons.js';

/**
 * A folder's picture; else the covers of what is in it, with its icon on them; else its icon on a color of its own.
 * @param {{ name: string, icon: import('./model.js').FolderIcon, image?: string, covers?: string[] }} folder
 * @param {'tile'|'row'} kind
 */
export function folderArt(folder, kind = 'tile') {
    if (folder.image) return cover(folder.image, folder.name, { kind, className: 'folder-picture' });
    const icon = folderIcons[folder.icon] ?? folderIcons.folder;
    if (folder.covers?.length) {
        return html`<span class="folder-covers is-${kind}" aria-hidden="true">${mosaic(folder.covers, folder.name, {
            kind,
        })}<span class="folder-badge">${icon}</span></span>`;
    }
    // Twelve colors, as classes: styles in the markup are not allowed.
    return html`<span class="folder-art is-${kind} is-hue-${String(Math.floor(hueOf(folder.name) / 30))}"
        aria-hidden="true">${icon}</span>`;
}
