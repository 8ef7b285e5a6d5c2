// @ts-check
// The form that creates or edits a folder.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { attribute, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { field, formError, handleForm } from '../../elements/forms/form.js';
import { bindPicture, chosenPicture, pictureField, sendPicture } from '../../elements/forms/picture-field.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { folderIcons } from './folder-icons.js';
import { FOLDER_ICONS, folderPath } from './model.js';

/** @typedef {import('./model.js').Folder} Folder */

/**
 * @param {Folder | undefined} folder undefined for a new one
 * @param {(folder: Folder) => void} done
 */
export function folderDialog(folder, done) {
    const { dialog, close } = openDialog({
        title: t(folder ? 'shelf.editFolder' : 'shelf.newFolder'),
        testid: 'folder-dialog',
        body: html`<form class="form dialog-body">
            ${field({
                name: 'name',
                label: t('shelf.folderName'),
                value: folder?.name ?? '',
                required: true,
                maxlength: 100,
            })}
            <fieldset class="icon-choice">
                <legend>${t('shelf.icon')}</legend>${FOLDER_ICONS.map(
                    (name) =>
                        html`<label title="${t(`shelf.icons.${name}`)}"><input type="radio" name="icon" value="${name}"
                data-testid="icon-${name}" ${attribute('checked', name === (folder?.icon ?? 'folder'))}>${
                    folderIcons[name]
                }<span class="visually-hidden">${t(`shelf.icons.${name}`)}</span></label>`,
                )}</fieldset>
            ${pictureField(Boolean(folder?.image))}
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="folder-save">${t('actions.save')}</button></div>
        </form>`,
    });
    const form = /** @type {HTMLFormElement} */ (find(dialog, 'form'));
    bindPicture(form);
    /** @type {Folder | undefined} */
    let made = folder;
    handleForm(form, async ({ name }) => {
        const picture = chosenPicture(form);
        const icon = /** @type {HTMLInputElement} */ (find(form, '[name=icon]:checked')).value;
        made = made
            ? await api.patch(folderPath(made.id), { name, icon })
            : await api.post('/shelf/folders', { name, icon });
        const kept = /** @type {Folder} */ (made);
        const changed = await sendPicture(form, `${folderPath(kept.id)}/image`, picture);
        close();
        done(changed ?? kept);
    });
}
