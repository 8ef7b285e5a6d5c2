// @ts-check
// The heading and tools of a folder's page, or of the page of all items.

import { attribute, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { folderArt } from './folder-art.js';

/** @typedef {import('./model.js').Folder} Folder */

export const SORTS = ['added', 'rating', 'title'];

/**
 * @param {object} parts
 * @param {string} parts.name of the page
 * @param {Folder | undefined} parts.folder undefined for all items or those in no folder
 * @param {string} parts.text the search text
 * @param {string} parts.sort
 */
export function itemsFrame({ name, folder, text, sort }) {
    return html`<div class="page is-medium">
        <header class="page-head">
            <div class="folder-head"><span data-art>${folder && folderArt(folder, 'row')}</span><h1
            data-name>${name}</h1></div><div class="page-tools">
            ${
                folder &&
                html`<button type="button" class="button" data-edit-folder
                data-testid="edit-folder">${icons.edit}${t('shelf.editFolder')}</button>`
            }
            <button type="button" class="button is-primary" data-add
                data-testid="add-item">${icons.plus}${t('shelf.addItem')}</button></div></header>
        <p class="page-lead"><a class="text-link" href="/shelf">${icons.back}${t('shelf.folders')}</a></p>
        <div class="toolbar shelf-tools"><form class="search-box" role="search"
            data-search><span class="search-icon">${icons.search}</span>
                <input type="search" name="q" value="${text}"
                    placeholder="${t(folder ? 'shelf.searchFolder' : 'shelf.search')}"
                    aria-label="${t(folder ? 'shelf.searchFolder' : 'shelf.search')}" autocomplete="off"
                    spellcheck="false" maxlength="200" enterkeyhint="search" data-testid="shelf-search"></form>
            <label class="inline-select"><span class="visually-hidden">${t('library.sort')}</span><select data-sort
                data-testid="shelf-sort">${SORTS.map(
                    (one) =>
                        html`<option value="${one}"
                ${attribute('selected', one === sort)}>${t(`shelf.sortBy.${one}`)}</option>`,
                )}</select></label></div>
        <div class="selection" data-selection hidden role="group" aria-label="${t('shelf.selectedItems')}"></div>
        <div data-list></div>
    </div>`;
}
