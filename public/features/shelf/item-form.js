// @ts-check
// The form fields of a shelf item: those of entries, and those of every item.

import { api, ApiError } from '../../core/api.js';
import { clock, number } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { area, field, select } from '../../elements/forms/form.js';
import { pictureField } from '../../elements/forms/picture-field.js';
import { cover } from '../../elements/music/cover.js';
import { parseDuration, RATINGS } from './model.js';

/** @typedef {import('./model.js').Folder} Folder */
/** @typedef {Partial<import('./model.js').ShelfItem>} Known initial values of the form */

/** @param {Known} known */
export function entryFields(known) {
    return html`${field({
        name: 'title',
        label: t('shelf.itemTitle'),
        value: known.title ?? '',
        required: true,
        maxlength: 300,
    })}
        ${field({ name: 'artist', label: t('shelf.artist'), value: known.artist ?? '', maxlength: 300 })}
        <div
            class="field-pair">${field({
                name: 'genre',
                label: t('shelf.genre'),
                value: known.genre ?? '',
                maxlength: 100,
            })}
        ${field({
            name: 'duration',
            label: t('shelf.duration'),
            value: known.durationMs ? clock(known.durationMs) : '',
            maxlength: 12,
            hint: t('shelf.durationHint'),
            placeholder: '3:45',
        })}</div>
        <div class="edit-cover">${known.cover && cover(known.cover, known.title ?? '', { kind: 'row' })}${pictureField(
            Boolean(known.cover),
        )}</div>`;
}

/** @param {Known} known @param {Folder[]} folders */
export function commonFields(known, folders) {
    /** @type {[string, string][]} */
    const ratings = RATINGS.map((stars) => [
        String(stars),
        t('opinions.ofFive', { stars: number(stars, currentLocale()) }),
    ]);
    return html`<div
        class="field-pair">${select({
            name: 'rating',
            label: t('shelf.rating'),
            value: known.rating ? String(known.rating) : '',
            options: [['', t('shelf.noRating')], ...ratings],
        })}
        ${select({
            name: 'folder',
            label: t('shelf.folder'),
            value: known.folderId ?? '',
            options: [
                ['', t('shelf.unfiled')],
                ...folders.map((one) => /** @type {[string, string]} */ ([one.id, one.name])),
            ],
        })}</div>
        ${area({ name: 'comment', label: t('shelf.comment'), value: known.comment ?? '', maxlength: 2000 })}`;
}

/** @returns {Promise<Folder[]>} */
export async function allFolders() {
    return (await api.get('/shelf/folders', { query: { limit: 500 } })).items;
}

/**
 * An entry's form values as the request's body.
 * @param {Record<string, string>} values
 */
export function entryValues({ title, artist, genre, duration }) {
    const durationMs = parseDuration(duration ?? '');
    if (Number.isNaN(durationMs))
        throw new ApiError({ status: 400, code: 'invalid', reason: 'duration_invalid', field: 'duration' });
    return { title, artist, genre, durationMs: durationMs ?? null };
}

/** @param {Record<string, string>} values */
export function commonValues({ rating, folder, comment }) {
    return { rating: rating ? Number(rating) : null, folderId: folder || null, comment };
}
