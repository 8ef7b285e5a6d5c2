// @ts-check
// The form that creates or edits a playlist.

import { api, ApiError } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { attribute, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { area, field, formError, handleForm, linesField, select } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { playlistPath } from './model.js';

/** @typedef {import('./model.js').Playlist} Playlist */

const MOST_BYTES = 5 * 1024 * 1024;
const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const VISIBILITIES = /** @type {const} */ (['private', 'public', 'collaborative']);

/**
 * @param {Playlist | undefined} playlist undefined to create one
 * @param {(playlist: Playlist) => void} done
 */
export function playlistDialog(playlist, done) {
    const { dialog, close } = openDialog({
        title: t(playlist ? 'playlists.edit' : 'playlists.new'),
        testid: 'playlist-dialog',
        body: html`<form class="form dialog-body">
            ${field({
                name: 'name',
                label: t('playlists.name'),
                value: playlist?.name ?? '',
                required: true,
                maxlength: 200,
            })}
            ${area({
                name: 'description',
                label: t('playlists.description'),
                value: playlist?.description ?? '',
                maxlength: 4000,
            })}
            ${select({
                name: 'visibility',
                label: t('playlists.visibility'),
                value: playlist?.visibility ?? 'private',
                options: VISIBILITIES.map((one) => [one, t(`playlists.visibilities.${one}`)]),
            })}
            <div data-editors
                ${attribute('hidden', playlist?.visibility !== 'collaborative')}>${linesField({
                    name: 'editors',
                    label: t('playlists.editors'),
                    value: (playlist?.editors ?? []).map((one) => one.username).join('\n'),
                    hint: t('playlists.editorsHint'),
                })}</div>
            ${
                playlist &&
                html`<label class="button is-small file-button"><input type="file" accept="${TYPES.join()}" data-cover
                    data-testid="playlist-cover">${icons.disc}<span
                    data-file>${t('playlists.chooseCover')}</span></label>
                ${
                    playlist.cover &&
                    html`<label class="check"><input type="checkbox"
                    data-uncover> ${t('playlists.removeCover')}</label>`
                }`
            }
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="playlist-save">${t('actions.save')}</button></div>
        </form>`,
    });
    const chooser = /** @type {HTMLInputElement | null} */ (dialog.querySelector('[data-cover]'));
    chooser?.addEventListener('change', () => {
        find(dialog, '[data-file]').textContent = chooser.files?.[0]?.name ?? t('playlists.chooseCover');
    });
    find(dialog, '[name=visibility]').addEventListener('change', (event) => {
        find(dialog, '[data-editors]').hidden =
            /** @type {HTMLSelectElement} */ (event.target).value !== 'collaborative';
    });
    handleForm(find(dialog, 'form'), async ({ name, description, visibility, editors }) => {
        const picture = chooser?.files?.[0];
        if (picture && picture.size > MOST_BYTES)
            throw new ApiError({ status: 413, code: 'tooLarge', reason: 'picture_too_large' });
        if (picture && !TYPES.includes(picture.type))
            throw new ApiError({ status: 415, code: 'unsupportedMediaType', reason: 'picture_type' });
        const made = playlist ?? (await api.post('/playlists', { name, description, visibility }));
        const path = playlistPath(made.id);
        const names = editors
            .split('\n')
            .map((one) => one.trim())
            .filter(Boolean);
        let changed =
            playlist || visibility === 'collaborative'
                ? await api.patch(path, {
                      name,
                      description,
                      visibility,
                      ...(visibility === 'collaborative' ? { editors: names } : {}),
                  })
                : made;
        if (picture) changed = await api.request('PUT', `${path}/cover`, { bytes: picture });
        else if (/** @type {HTMLInputElement | null} */ (dialog.querySelector('[data-uncover]'))?.checked)
            changed = await api.delete(`${path}/cover`);
        close();
        done(changed);
    });
}
