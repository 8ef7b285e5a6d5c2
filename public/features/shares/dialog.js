// @ts-check
// Shares music with people without an account: a link with an optional description and end.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { copyField } from '../../elements/forms/copy-field.js';
import { field, formError, handleForm, select } from '../../elements/forms/form.js';
import { openDialog } from '../../elements/overlays/dialog.js';

/** @typedef {{ kind: 'track' | 'album' | 'playlist', id: string }} ShareItem */
/**
 * @typedef {{ id: string, url: string, description?: string, createdAt: string, expiresAt?: string,
 *   lastVisitedAt?: string, visits: number, items: ShareItem[], title: string,
 *   kind: 'track' | 'album' | 'playlist' | 'mix', trackCount: number, titles: string[] }} Share
 */

export const DAYS = ['1', '7', '30', '365'];
const DAY_MS = 86_400_000;

/** @param {string} days from now; empty for never */
export function endAfter(days) {
    return days ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : null;
}

/**
 * @param {{ description?: string, days: string, save: string }} parts
 * @param {[string, string][]} [first] options before the numbers of days
 */
export function shareForm({ description = '', days, save }, first = []) {
    const spans = DAYS.map(
        (count) => /** @type {[string, string]} */ ([count, t('count.days', { count: Number(count) })]),
    );
    return html`<form class="form dialog-body">
        ${field({
            name: 'description',
            label: t('shares.description'),
            value: description,
            maxlength: 500,
            placeholder: t('shares.descriptionExample'),
        })}
        ${select({
            name: 'days',
            label: t('shares.ends'),
            value: days,
            options: [...first, ...spans, ['', t('tokens.never')]],
        })}
        ${formError}
        <div class="dialog-actions"><button type="button" class="button"
            data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
            data-testid="share-save">${save}</button></div>
    </form>`;
}

/** @param {ShareItem[]} items @param {string} name */
export function shareDialog(items, name) {
    const { dialog } = openDialog({
        title: t('shares.shareNamed', { name }),
        testid: 'share-dialog',
        body: shareForm({ days: '30', save: t('shares.make') }),
    });
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ description, days }) => {
        const end = endAfter(days);
        /** @type {Share} */
        const share = await api.post('/shares', { items, description, ...(end ? { expiresAt: end } : {}) });
        find(dialog, 'form').remove();
        const box = document.createElement('div');
        box.className = 'dialog-body';
        render(
            box,
            html`<p>${t('shares.made')}</p>${copyField(share.url, t('shares.link'), 'share-link')}
            <div class="dialog-actions"><a class="button" href="/shares" data-close>${t('shares.title')}</a><button
                type="button" class="button is-primary" data-close>${t('actions.done')}</button></div>`,
        );
        dialog.append(box);
        find(box, '[data-copy]').focus();
    });
}
