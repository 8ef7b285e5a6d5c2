// @ts-check
// The form for the values of a file, for submitters and moderators.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { area, field, formError, handleForm, linesField } from '../../elements/forms/form.js';
import { bindPicture, chosenPicture, pictureField, sendPicture } from '../../elements/forms/picture-field.js';
import { cover } from '../../elements/music/cover.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { lines } from '../corrections/model.js';
import { submissionPath, wholeNumber } from './model.js';

/** @typedef {import('./model.js').Submission} Submission */

const NUMBERS = /** @type {const} */ (['year', 'trackNumber', 'discNumber']);

/** @param {Submission} one @param {(changed: Submission) => void} done */
export function submissionDialog(one, done) {
    const number = (/** @type {typeof NUMBERS[number]} */ name) =>
        field({ name, label: t(`giving.fields.${name}`), value: String(one[name] ?? ''), maxlength: 5, numeric: true });
    const { dialog, close } = openDialog({
        title: t('giving.editTitle'),
        testid: 'submission-dialog',
        wide: true,
        body: html`<form class="form dialog-body">
            <p class="wish-line">${one.fileName}</p>
            <div class="edit-cover">${cover(one.cover, one.title, { kind: 'row' })}${pictureField(one.coverGiven)}</div>
            ${field({
                name: 'title',
                label: t('giving.fields.title'),
                value: one.title,
                required: true,
                maxlength: 500,
            })}
            ${linesField({ name: 'artists', label: t('giving.fields.artists'), value: one.artists.join('\n') })}
            ${field({ name: 'album', label: t('giving.fields.album'), value: one.album ?? '', maxlength: 500 })}
            ${linesField({
                name: 'albumArtists',
                label: t('giving.fields.albumArtists'),
                value: one.albumArtists.join('\n'),
            })}
            ${linesField({ name: 'genres', label: t('giving.fields.genres'), value: one.genres.join('\n') })}
            <div class="field-thirds">${NUMBERS.map(number)}</div>
            ${
                one.own
                    ? area({ name: 'note', label: t('giving.fields.note'), value: one.note, maxlength: 1000 })
                    : one.note && html`<p class="wish-note">${one.note}</p>`
            }
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="submission-save">${t('actions.save')}</button></div>
        </form>`,
    });
    const form = /** @type {HTMLFormElement} */ (find(dialog, 'form'));
    bindPicture(form);
    handleForm(form, async (values) => {
        const picture = chosenPicture(form);
        const numbers = Object.fromEntries(NUMBERS.map((name) => [name, wholeNumber(name, values[name])]));
        let changed = await api.patch(submissionPath(one.id), {
            title: values.title,
            artists: lines(values.artists),
            album: values.album || null,
            albumArtists: lines(values.albumArtists),
            genres: lines(values.genres),
            ...numbers,
            ...(one.own ? { note: values.note } : {}),
            revision: one.revision,
        });
        changed = (await sendPicture(form, `${submissionPath(one.id)}/cover`, picture)) ?? changed;
        close();
        done(changed);
    });
}
