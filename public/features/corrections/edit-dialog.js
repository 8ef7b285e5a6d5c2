// @ts-check
// The form for moderators to correct a track or album. Files are never changed; an emptied field returns to the file's
// value.

import { api, ApiError } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { fragment, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { field, formError, handleForm, linesField, select } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { VISUALS } from '../visuals/model.js';
import { changesOf } from './model.js';

/** @typedef {import('../../core/types.js').Track} Track */
/** @typedef {import('../../core/types.js').Album} Album */
/**
 * @typedef {'title'|'name'|'artists'|'album'|'albumArtists'|'genres'|'year'|'trackNumber'|'discNumber'|
 *   'visual'} FieldName
 */

const MOST_BYTES = 20 * 1024 * 1024;
const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** @param {Track} track @param {(track: Track) => void} done */
export function editTrack(track, done) {
    const credited = (/** @type {string} */ role) =>
        track.contributors.filter((one) => one.role === role).map((one) => one.name);
    open({
        title: t('edits.trackTitle'),
        path: `/tracks/${encodeURIComponent(track.id)}`,
        art: track.cover,
        name: track.title,
        values: {
            title: track.title,
            artists: credited('performer'),
            album: track.album,
            albumArtists: credited('albumArtist'),
            genres: track.genres,
            year: track.year,
            trackNumber: track.trackNumber,
            discNumber: track.discNumber,
            visual: track.visual ?? '',
        },
        hints: {
            ...Object.fromEntries(track.edited.map((name) => [name, said(track.file?.[name])])),
            visual: t('visuals.ofTrackHint'),
        },
        hasOwnCover: track.edited.includes('cover'),
        done,
    });
}

/** @param {Album} album @param {(album: Album) => void} done */
export function editAlbum(album, done) {
    open({
        title: t('edits.albumTitle'),
        lead: t('edits.albumLead', { count: album.trackCount }),
        path: `/albums/${encodeURIComponent(album.id)}`,
        art: album.cover,
        name: album.name,
        values: {
            name: album.name,
            albumArtists: album.albumArtists.map((one) => one.name),
            genres: album.genres,
            year: album.year,
        },
        hints: {},
        hasOwnCover: album.cover !== undefined,
        done,
    });
}

/** @param {import('./model.js').Value} value */
function said(value) {
    const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
    return text ? t('edits.inFile', { value: text }) : t('edits.notInFile');
}

/**
 * @param {object} parts
 * @param {string} parts.title
 * @param {string} [parts.lead]
 * @param {string} parts.path
 * @param {string} parts.name
 * @param {string} [parts.art]
 * @param {Partial<Record<FieldName, import('./model.js').Value>>} parts.values
 * @param {Record<string, string>} parts.hints
 * @param {boolean} parts.hasOwnCover whether a corrected cover may exist that can be removed
 * @param {(changed: any) => void} parts.done
 */
function open({ title, lead, path, name, art, values, hints, hasOwnCover, done }) {
    const input = (/** @type {FieldName} */ key) => {
        const value = values[key];
        const parts = { name: key, label: t(`edits.fields.${key}`), hint: hints[key] };
        if (key === 'visual')
            return select({
                ...parts,
                value: String(value),
                options: [
                    ['', t('visuals.bySong')],
                    ...VISUALS.map((name) => /** @type {[string, string]} */ ([name, t(`visuals.names.${name}`)])),
                ],
            });
        return Array.isArray(value)
            ? linesField({ ...parts, value: value.join('\n') })
            : field({
                  ...parts,
                  value: String(value ?? ''),
                  maxlength: 500,
                  numeric: ['year', 'trackNumber', 'discNumber'].includes(key),
              });
    };
    const { dialog, close } = openDialog({
        title,
        testid: 'edit-dialog',
        wide: true,
        body: html`<form class="form dialog-body">
            <p>${lead} ${t('edits.lead')}</p>
            <div class="edit-cover"><span data-preview>${cover(art, name, { kind: 'row' })}</span>
                <div class="edit-cover-actions">
                    <label class="button is-small file-button"><input type="file" accept="${TYPES.join()}" data-cover
                        data-testid="edit-cover">${icons.disc}${t('edits.chooseCover')}</label>
                    ${
                        hasOwnCover &&
                        html`<label class="check"><input type="checkbox"
                        data-revert-cover> ${t('edits.revertCover')}</label>`
                    }
                </div></div>
            ${Object.keys(values).map((key) => input(/** @type {FieldName} */ (key)))}
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="edit-save">${t('actions.save')}</button></div>
        </form>`,
    });
    /** @type {HTMLInputElement} */
    const chooser = find(dialog, '[data-cover]');
    const file = () => chooser.files?.[0];
    delegate(dialog, 'change', '[data-cover]', () => preview(find(dialog, '[data-preview]'), file()));
    handleForm(find(dialog, 'form'), async (filled) => {
        const picture = file();
        if (picture && picture.size > MOST_BYTES)
            throw new ApiError({ status: 413, code: 'tooLarge', reason: 'cover_too_large' });
        if (picture && !TYPES.includes(picture.type))
            throw new ApiError({ status: 415, code: 'unsupportedMediaType', reason: 'picture_type' });
        const revert = dialog.querySelector('[data-revert-cover]');
        const changes = {
            ...changesOf(values, filled),
            ...(!picture && revert instanceof HTMLInputElement && revert.checked ? { cover: null } : {}),
        };
        let changed;
        if (Object.keys(changes).length > 0) changed = await api.patch(path, changes);
        if (picture)
            changed = await api.request(
                'PUT',
                `${changed ? path.replace(/[^/]+$/, encodeURIComponent(changed.id)) : path}/cover`,
                { bytes: picture },
            );
        close();
        if (!changed) return;
        toast(t('edits.saved'));
        done(changed);
    });
}

/** @param {HTMLElement} host @param {File | undefined} file */
function preview(host, file) {
    if (!file || !TYPES.includes(file.type)) return;
    const address = URL.createObjectURL(file);
    render(host, html`<span class="cover"></span>`);
    find(host, '.cover').append(fragment(html`<img class="is-loaded" src="${address}" alt="">`));
    find(host, 'img').addEventListener('load', () => URL.revokeObjectURL(address), { once: true });
}
