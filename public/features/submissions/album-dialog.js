// @ts-check
// The form for the shared values of an album's tracks, for submitters and moderators.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { field, formError, handleForm, linesField } from '../../elements/forms/form.js';
import { bindPicture, chosenPicture, pictureField } from '../../elements/forms/picture-field.js';
import { cover } from '../../elements/music/cover.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { lines } from '../corrections/model.js';
import { common, submissionPath, wholeNumber } from './model.js';

/** @typedef {import('./model.js').Submission} Submission */

/** @param {Submission[]} some editable submissions of one batch @param {() => void} done */
export function albumDialog(some, done) {
    const [album, year] = [common(some, (one) => one.album ?? ''), common(some, (one) => String(one.year ?? ''))];
    const [artists, genres] = [
        common(some, (one) => one.albumArtists.join('\n')),
        common(some, (one) => one.genres.join('\n')),
    ];
    const hint = (/** @type {string | undefined} */ value) => (value === undefined ? t('giving.differs') : undefined);
    const { dialog, close } = openDialog({
        title: t('giving.albumTitle'),
        testid: 'album-dialog',
        wide: true,
        body: html`<form class="form dialog-body">
            <p class="wish-line">${t('giving.albumLead', { count: some.length })}</p>
            <div
                class="edit-cover">${cover(
                    common(some, (one) => one.cover ?? '') || undefined,
                    album ?? some[0].title,
                    { kind: 'row' },
                )}${pictureField(some.some((one) => one.coverGiven))}</div>
            ${field({
                name: 'album',
                label: t('giving.fields.album'),
                value: album ?? '',
                maxlength: 500,
                hint: hint(album),
            })}
            ${linesField({
                name: 'albumArtists',
                label: t('giving.fields.albumArtists'),
                value: artists ?? '',
                hint: hint(artists),
            })}
            ${linesField({ name: 'genres', label: t('giving.fields.genres'), value: genres ?? '', hint: hint(genres) })}
            ${field({
                name: 'year',
                label: t('giving.fields.year'),
                value: year ?? '',
                maxlength: 5,
                numeric: true,
                hint: hint(year),
            })}
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="album-save">${t('actions.save')}</button></div>
        </form>`,
    });
    const form = /** @type {HTMLFormElement} */ (find(dialog, 'form'));
    bindPicture(form);
    handleForm(form, async (values) => {
        const picture = chosenPicture(form);
        // Values that differ between tracks stay unless the user enters a common one.
        /** @type {Record<string, unknown>} */
        const changes = {};
        if (values.album !== (album ?? '')) changes.album = values.album || null;
        if (values.albumArtists !== (artists ?? '')) changes.albumArtists = lines(values.albumArtists);
        if (values.genres !== (genres ?? '')) changes.genres = lines(values.genres);
        if (values.year !== (year ?? '')) changes.year = wholeNumber('year', values.year);
        const noPicture = /** @type {HTMLInputElement | null} */ (form.querySelector('[data-no-picture]'));
        let first = some[0];
        if (picture) {
            first = await api.request('PUT', `${submissionPath(first.id)}/cover`, { bytes: picture });
            some = [first, ...some.slice(1)];
            changes.coverFrom = first.id;
        } else if (noPicture?.checked) changes.coverFrom = null;
        if (Object.keys(changes).length > 0)
            await api.patch('/submissions', {
                ids: some.map((one) => one.id),
                revisions: some.map((one) => one.revision),
                ...changes,
            });
        close();
        done();
    });
}
