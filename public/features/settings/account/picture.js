// @ts-check

import { api, ApiError } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { initials } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { me } from '../../../core/session.js';
import { icons } from '../../../elements/icons.js';
import { avatar } from '../../../elements/music/avatar.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';

const MOST_BYTES = 5 * 1024 * 1024;
const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** @param {HTMLElement} host @param {AbortSignal} signal */
export function mountPicture(host, signal) {
    const draw = () => {
        const person = me.value;
        if (!person) return;
        render(
            host,
            html`<div class="person">
            <span data-preview>${avatar(person, 'is-big')}</span>
            <div class="person-text"><p class="person-name"
                data-testid="profile-name">${person.displayName || person.username}</p>
                <p class="person-line">@${person.username} · ${t(`roles.${person.role}`)}</p>
                <div class="person-actions">
                    <label class="button is-small file-button"><input type="file" accept="${TYPES.join()}" data-picture
                        data-testid="picture-input">${icons.person}${t('profile.choosePicture')}</label>
                    ${
                        person.picture &&
                        html`<button type="button" class="button is-small"
                        data-remove-picture>${t('actions.remove')}</button>`
                    }
                </div></div>
        </div>`,
        );
    };
    draw();
    me.subscribe(draw, signal);
    delegate(
        host,
        'change',
        '[data-picture]',
        async (input) => {
            const file = /** @type {HTMLInputElement} */ (input).files?.[0];
            if (file) await upload(host, file, draw);
        },
        signal,
    );
    delegate(
        host,
        'click',
        '[data-remove-picture]',
        async () => {
            if (
                !(await confirmDialog({
                    title: t('profile.removePictureTitle'),
                    text: t('profile.removePictureText', { initials: initials(me.value?.displayName ?? '') }),
                    confirm: t('actions.remove'),
                }))
            )
                return;
            try {
                me.set(await api.delete('/me/picture'));
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
}

/**
 * Shows the picture at once, then uploads it.
 * @param {HTMLElement} host
 * @param {File} file
 * @param {() => void} draw
 */
async function upload(host, file, draw) {
    const preview = URL.createObjectURL(file);
    try {
        if (file.size > MOST_BYTES) throw new ApiError({ status: 413, code: 'tooLarge', reason: 'picture_too_large' });
        if (!TYPES.includes(file.type))
            throw new ApiError({ status: 415, code: 'unsupportedMediaType', reason: 'picture_type' });
        render(
            find(host, '[data-preview]'),
            html`<span class="avatar is-big is-busy"><img src="${preview}" alt=""></span>`,
        );
        me.set(await api.request('PUT', '/me/picture', { bytes: file }));
        toast(t('profile.pictureSaved'));
    } catch (error) {
        draw();
        toast(explain(error), { kind: 'error' });
    } finally {
        URL.revokeObjectURL(preview);
    }
}
