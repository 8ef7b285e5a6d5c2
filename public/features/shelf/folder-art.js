// @ts-check

import { html } from '../../core/html.js';
import { cover, hueOf, mosaic } from '../../elements/music/cover.js';
import { folderIcons } from './folder-icons.js';

/**
 * A folder's picture. Without one, its music's covers with the folder's icon; without covers, the icon on a color.
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
    // Twelve hues as classes, since markup may not contain styles.
    return html`<span class="folder-art is-${kind} is-hue-${String(Math.floor(hueOf(folder.name) / 30))}"
        aria-hidden="true">${icon}</span>`;
}
