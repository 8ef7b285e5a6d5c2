// @ts-check
// The picture that somebody gives to a folder, an entry or a wish, in its form.

import { api, ApiError } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../icons.js';

/** The media types and the greatest size of a picture. */
const PICTURES = { types: ['image/jpeg', 'image/png', 'image/webp'], most: 5 * 1024 * 1024 };

/** @param {boolean} hasOne whether there is one that can be taken away */
export function pictureField(hasOne) {
    return html`<div class="picture-field"
        data-picture-field><label class="button is-small file-button"><input type="file"
        accept="${PICTURES.types.join()}" data-picture data-testid="picture">${icons.disc}<span
        data-picture-name>${t('shelf.choosePicture')}</span></label>
        ${
            hasOne &&
            html`<label class="check"><input type="checkbox"
            data-no-picture> ${t('shelf.removePicture')}</label>`
        }</div>`;
}

/** @param {ParentNode} form */
export function bindPicture(form) {
    const input = /** @type {HTMLInputElement | null} */ (form.querySelector('[data-picture]'));
    input?.addEventListener('change', () => {
        find(form, '[data-picture-name]').textContent = input.files?.[0]?.name ?? t('shelf.choosePicture');
    });
}

/**
 * The chosen picture; throws for one that the server would refuse.
 * @param {ParentNode} form
 */
export function chosenPicture(form) {
    const picture = /** @type {HTMLInputElement | null} */ (form.querySelector('[data-picture]'))?.files?.[0];
    if (picture && picture.size > PICTURES.most)
        throw new ApiError({ status: 413, code: 'tooLarge', reason: 'picture_too_large' });
    if (picture && !PICTURES.types.includes(picture.type))
        throw new ApiError({ status: 415, code: 'unsupportedMediaType', reason: 'picture_type' });
    return picture;
}

/**
 * Sends what the form says about the picture, where it says anything.
 * @param {ParentNode} form
 * @param {string} path
 * @param {File | undefined} picture
 */
export async function sendPicture(form, path, picture) {
    if (picture) return api.request('PUT', path, { bytes: picture });
    if (/** @type {HTMLInputElement | null} */ (form.querySelector('[data-no-picture]'))?.checked)
        return api.delete(path);
    return undefined;
}
