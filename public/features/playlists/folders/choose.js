// @ts-check
// The dialog that chooses the destination folder for a playlist or a folder.

import { api } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { attribute, html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { field, formError, handleForm } from '../../../elements/forms/form.js';
import { icons } from '../../../elements/icons.js';
import { openDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { places } from './model.js';

/** @typedef {import('./model.js').Folder} Folder */

/**
 * @param {object} parts
 * @param {string} parts.title
 * @param {readonly Folder[]} parts.folders
 * @param {string} [parts.moving] the folder to move; undefined for a playlist
 * @param {string} [parts.current] the current parent folder
 * @param {(target: string | null) => Promise<unknown>} parts.choose
 */
export function chooseFolder({ title, folders, moving, current, choose }) {
    const { dialog, close } = openDialog({
        title,
        testid: 'choose-folder',
        body: html`<div class="dialog-body add-playlist">
            ${
                !moving &&
                html`<form class="form is-line" data-new>${field({
                    name: 'name',
                    label: t('playlistFolders.new'),
                    required: true,
                    maxlength: 100,
                })}<button type="submit" class="button is-primary"
                    data-testid="choose-new">${t('playlists.create')}</button>${formError}</form>`
            }
            <ul class="pick-list" aria-label="${t('playlistFolders.title')}" data-testid="folder-places">
                ${place('', t('playlistFolders.none'), 0, true, current === undefined)}
                ${places(folders, moving).map(({ folder, depth, isAllowed }) =>
                    place(folder.id, folder.name, depth, isAllowed, folder.id === current),
                )}</ul></div>`,
    });
    const form = /** @type {HTMLFormElement | null} */ (dialog.querySelector('[data-new]'));
    if (form)
        handleForm(form, async ({ name }) => {
            const made = await api.post('/playlist-folders', { name });
            await choose(made.id);
            close();
        });
    delegate(dialog, 'click', '[data-place]', async (button) => {
        const target = button.dataset.place || null;
        if (target === (current ?? null)) return close();
        button.setAttribute('aria-busy', 'true');
        try {
            await choose(target);
            close();
        } catch (error) {
            button.removeAttribute('aria-busy');
            toast(explain(error), { kind: 'error' });
        }
    });
    // A user with folders more often chooses one of them than creates another.
    if (folders.length > 0) find(dialog, '[data-place]:not([disabled])').focus();
}

/**
 * @param {string} id empty for no folder
 * @param {string} name @param {number} depth @param {boolean} isAllowed @param {boolean} isCurrent
 */
function place(id, name, depth, isAllowed, isCurrent) {
    return html`<li class="folder-place is-deep-${depth}"><button type="button" class="pick" data-place="${id}"
        data-testid="place" ${attribute('disabled', !isAllowed)} ${isCurrent && html`aria-current="true"`}><span
        class="folder-sign is-small">${id ? icons.folder : icons.playlist}</span><span class="row-text"><span
        class="row-title" dir="auto">${name}</span></span>${isCurrent && icons.check}</button></li>`;
}
