// @ts-check
// Dialogs that add an entry and edit items.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { formError, handleForm } from '../../elements/forms/form.js';
import { bindPicture, chosenPicture, sendPicture } from '../../elements/forms/picture-field.js';
import { confirmDialog, openDialog } from '../../elements/overlays/dialog.js';
import { allFolders, commonFields, commonValues, entryFields, entryValues } from './item-form.js';
import { itemPath } from './model.js';
import { bindMusicPicker, musicPicker } from './music-picker.js';

/** @typedef {import('./model.js').ShelfItem} ShelfItem */

const actions = (/** @type {string} */ save, /** @type {string} */ testid) =>
    html`${formError}<div class="dialog-actions"><button type="button" class="button"
        data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
        data-testid="${testid}">${save}</button></div>`;

/**
 * Edits an item.
 * @param {ShelfItem} item
 * @param {() => void} done
 */
export async function itemDialog(item, done) {
    const isEntry = item.kind === 'entry';
    const title = t('shelf.editNamed', { name: item.title });
    await formDialog(title, item, isEntry, (body) => api.patch(itemPath(item.id), body), done);
}

/**
 * Adds an entry.
 * @param {import('./item-form.js').Known} known the form's initial values
 * @param {(item: ShelfItem) => void} done
 * @param {(body: object) => Promise<ShelfItem>} [add]
 */
export async function newItemDialog(known, done, add = (body) => api.post('/shelf/items', body)) {
    /** @type {ShelfItem | undefined} */
    let item;
    const save = async (/** @type {object} */ body) => {
        // If only the picture was refused, the entry already exists.
        item = item ? await api.patch(itemPath(item.id), body) : await add(body);
        return /** @type {ShelfItem} */ (item);
    };
    await formDialog(t('shelf.addItem'), known, true, save, done);
}

/**
 * @param {string} title
 * @param {import('./item-form.js').Known} known
 * @param {boolean} isEntry
 * @param {(body: object) => Promise<ShelfItem>} save
 * @param {(item: ShelfItem) => void} done
 */
async function formDialog(title, known, isEntry, save, done) {
    const folders = await allFolders();
    const { dialog, close } = openDialog({
        title,
        testid: 'item-dialog',
        body: html`<form
            class="form dialog-body">${isEntry && entryFields(known)}${commonFields(known, folders)}${actions(
                t('actions.save'),
                'item-save',
            )}</form>`,
    });
    const form = /** @type {HTMLFormElement} */ (find(dialog, 'form'));
    bindPicture(form);
    handleForm(form, async (values) => {
        const picture = chosenPicture(form);
        const item = await save({ ...(isEntry ? entryValues(values) : {}), ...commonValues(values) });
        const pictured = await sendPicture(form, `${itemPath(item.id)}/cover`, picture);
        close();
        done(pictured ?? item);
    });
}

/**
 * Links an entry to a track or album of the library.
 * @param {ShelfItem} item
 * @param {() => void} done
 */
export function linkDialog(item, done) {
    const { dialog, close, closed } = openDialog({
        title: t('shelf.linkTitle', { name: item.title }),
        testid: 'link-dialog',
        wide: true,
        body: html`<form class="form dialog-body">
            <p class="field-hint">${t('shelf.linkText')}</p>
            ${musicPicker(item.title)}${actions(t('shelf.link'), 'link-save')}</form>`,
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

/**
 * Links an entry of an outside song to the library's new track. Asks first, since the entry's own data is replaced.
 * @param {ShelfItem} item
 * @param {string} trackId
 * @param {() => void} done
 */
export async function linkArrival(item, trackId, done) {
    const isMeant = await confirmDialog({
        title: t('shelf.linkNamed', { name: item.title }),
        text: t('shelf.linkText'),
        confirm: t('shelf.link'),
        danger: false,
    });
    if (!isMeant) return;
    await api.post(`${itemPath(item.id)}/link`, { trackId });
    done();
}
