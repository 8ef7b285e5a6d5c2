// @ts-check
// The form in which an entry is typed in, and items are changed.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { formError, handleForm } from '../../elements/forms/form.js';
import { bindPicture, chosenPicture, sendPicture } from '../../elements/forms/picture-field.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { allFolders, commonFields, commonValues, entryFields, entryValues } from './item-form.js';
import { itemPath } from './model.js';
import { bindMusicPicker, musicPicker } from './music-picker.js';

/** @typedef {import('./model.js').ShelfItem} ShelfItem */

const actions = (/** @type {string} */ save, /** @type {string} */ testid) =>
    html`${formError}<div class="dialog-actions"><button type="button" class="button"
        data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
        data-testid="${testid}">${save}</button></div>`;

/**
 * @param {ShelfItem | undefined} item undefined for a new entry
 * @param {() => void} done
 * @param {string} [folderId] where a new one goes
 */
export async function itemDialog(item, done, folderId) {
    const folders = await allFolders();
    const isEntry = !item || item.kind === 'entry';
    const known = item ?? { folderId };
    const { dialog, close } = openDialog({
        title: item ? t('shelf.editNamed', { name: item.title }) : t('shelf.addItem'),
        testid: 'item-dialog',
        body: html`<form
            class="form dialog-body">${isEntry && entryFields(known)}${commonFields(known, folders)}${actions(
                t('actions.save'),
                'item-save',
            )}</form>`,
    });
    const form = /** @type {HTMLFormElement} */ (find(dialog, 'form'));
    bindPicture(form);
    let id = item?.id;
    handleForm(form, async (values) => {
        const picture = chosenPicture(form);
        const body = { ...(isEntry ? entryValues(values) : {}), ...commonValues(values) };
        if (id) await api.patch(itemPath(id), body);
        else ({ id } = await api.post('/shelf/items', body));
        await sendPicture(form, `${itemPath(/** @type {string} */ (id))}/cover`, picture);
        close();
        done();
    });
}

/**
 * Says which track or album of the library an entry is.
 * @param {ShelfItem} item
 * @param {() => void} done
 */
export function linkDialog(item, done) {
    const { dialog, close, closed } = openDialog({
        title: t('shelf.linkTitle', { name: item.title }),
        testid: 'link-dialog',
        wide: true,
        body: html`<form class="form dialog-body">
            <p class="field-hint">${t('shelf.linkText')}</p>${musicPicker(
                [item.title, item.artist].join(' ').trim(),
            )}${actions(t('shelf.link'), 'link-save')}</form>`,
    });
    const form = /** @type {HTMLFormElement} */ (find(dialog, 'form'));
    const submit = /** @type {HTMLButtonElement} */ (find(form, '[type=submit]'));
    /** @type {import('./music-picker.js').Choice | undefined} */
    let choice;
    submit.disabled = true;
    const search = bindMusicPicker(form, (chosen) => {
        choice = chosen;
        submit.disabled = !chosen;
    });
    handleForm(form, async () => {
        if (!choice) return;
        await api.post(`${itemPath(item.id)}/link`, { [choice.kind === 'track' ? 'trackId' : 'albumId']: choice.id });
        close();
        done();
    });
    void closed.then(() => search.cancel());
}
