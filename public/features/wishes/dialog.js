// @ts-check
// Dialogs that make, edit and fulfill a wish.

import { api, ApiError } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { attribute, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { area, field, formError, handleForm } from '../../elements/forms/form.js';
import { bindPicture, chosenPicture, pictureField, sendPicture } from '../../elements/forms/picture-field.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { allFolders, commonFields, commonValues, entryFields, entryValues } from '../shelf/item-form.js';
import { itemPath, wishPath } from '../shelf/model.js';
import { bindMusicPicker, musicPicker } from '../shelf/music-picker.js';

/** @typedef {import('../shelf/model.js').Wish} Wish */

/** @param {Wish | undefined} wish undefined for a new one @param {() => void} done */
export function wishDialog(wish, done) {
    const { dialog, close } = openDialog({
        title: t(wish ? 'wishes.edit' : 'wishes.new'),
        testid: 'wish-dialog',
        body: html`<form class="form dialog-body">
            ${field({
                name: 'title',
                label: t('shelf.itemTitle'),
                value: wish?.title ?? '',
                required: true,
                maxlength: 300,
            })}
            ${field({
                name: 'artist',
                label: t('shelf.artist'),
                value: wish?.artist ?? '',
                maxlength: 300,
                hint: t('wishes.artistHint'),
            })}
            ${area({ name: 'note', label: t('wishes.note'), value: wish?.note ?? '', maxlength: 1000 })}
            ${pictureField(Boolean(wish?.cover))}${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="wish-save">${t('actions.save')}</button></div>
        </form>`,
    });
    const form = /** @type {HTMLFormElement} */ (find(dialog, 'form'));
    bindPicture(form);
    let id = wish?.id;
    handleForm(form, async ({ title, artist, note }) => {
        const picture = chosenPicture(form);
        if (id) await api.patch(wishPath(id), { title, artist, note });
        else ({ id } = await api.post('/wishes', { title, artist, note }));
        await sendPicture(form, `${wishPath(/** @type {string} */ (id))}/cover`, picture);
        close();
        done();
    });
}

/**
 * "Move to library". Each way to fulfill a wish has its own part of the form.
 * @param {Wish} wish
 * @param {() => void} done
 */
export async function fulfilDialog(wish, done) {
    const folders = await allFolders();
    const ways = [
        {
            name: 'library',
            label: t('wishes.inLibrary'),
            part: html`${musicPicker(wish.title)}${
                !wish.own &&
                html`<label class="check"><input type="checkbox" data-shelve
                data-testid="fulfil-shelve"> ${t('wishes.shelveToo')}</label>`
            }`,
        },
        // Another user's shelf is private.
        ...(wish.own
            ? [
                  {
                      name: 'entry',
                      label: t('wishes.asEntry'),
                      part: entryFields(wish),
                  },
              ]
            : []),
    ];
    const { dialog, close, closed } = openDialog({
        title: t('wishes.fulfilNamed', { name: wish.title }),
        testid: 'fulfil-dialog',
        wide: true,
        body: html`<form class="form dialog-body">
            ${
                ways.length > 1 &&
                html`<fieldset class="choices">
                <legend>${t('wishes.how')}</legend>${ways.map(
                    ({ name, label }, index) =>
                        html`<label class="check"><input type="radio" name="way" value="${name}"
                            data-testid="way-${name}"
                ${attribute('checked', index === 0)}>${label}</label>`,
                )}</fieldset>`
            }
            ${ways.map(
                ({ name, part }, index) =>
                    html`<div class="form" data-way="${name}" ${attribute('hidden', index > 0)}>${part}</div>`,
            )}
            <div data-common class="form"
                ${attribute('hidden', !wish.own)}>${commonFields({ comment: wish.note }, folders)}</div>
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="fulfil-save">${t('wishes.fulfil')}</button></div>
        </form>`,
    });
    const form = /** @type {HTMLFormElement} */ (find(dialog, 'form'));
    bindPicture(form);
    /** @type {import('../shelf/music-picker.js').Choice | undefined} */
    let choice;
    const way = () =>
        /** @type {HTMLInputElement | null} */ (form.querySelector('[name=way]:checked'))?.value ?? 'library';
    const search = bindMusicPicker(form, (chosen) => {
        choice = chosen;
        if (chosen) find(form, '[data-form-error]').hidden = true;
    });
    delegate(form, 'change', '[name=way]', () => {
        const parts = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-way]'));
        for (const part of parts) part.hidden = part.dataset.way !== way();
    });
    delegate(form, 'change', '[data-shelve]', (box) => {
        find(form, '[data-common]').hidden = !(/** @type {HTMLInputElement} */ (box).checked);
    });
    const chosenOnly = (/** @type {HTMLElement} */ part) => {
        const inputs = /** @type {NodeListOf<HTMLInputElement>} */ (part.querySelectorAll('input[name=title]'));
        for (const input of inputs) input.required = !part.hidden;
    };
    form.addEventListener(
        'submit',
        () => {
            for (const part of form.querySelectorAll('[data-way]')) chosenOnly(/** @type {HTMLElement} */ (part));
        },
        { capture: true },
    );
    handleForm(form, async (values) => {
        const isEntry = way() === 'entry';
        if (!isEntry && !choice) throw new ApiError({ status: 400, code: 'invalid', reason: 'choice_missing' });
        const picture = isEntry ? chosenPicture(form) : undefined;
        const shelve =
            wish.own || Boolean(/** @type {HTMLInputElement | null} */ (form.querySelector('[data-shelve]'))?.checked);
        const body = isEntry ? entryValues(values) : { [choice?.kind === 'album' ? 'albumId' : 'trackId']: choice?.id };
        const { itemId } = await api.post(`${wishPath(wish.id)}/fulfil`, {
            ...body,
            ...(shelve ? commonValues(values) : {}),
            shelve,
        });
        if (isEntry && itemId) await sendPicture(form, `${itemPath(itemId)}/cover`, picture);
        close();
        toast(t('wishes.fulfilled', { name: wish.title }));
        done();
    });
    void closed.then(() => search.cancel());
}
