// @ts-check
// Creates a key for a player and shows how to enter it there.

import { find } from '../../../core/dom.js';
import { attribute, html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { me } from '../../../core/session.js';
import { copyField } from '../../../elements/forms/copy-field.js';
import { field, formError, handleForm, select } from '../../../elements/forms/form.js';
import { openDialog } from '../../../elements/overlays/dialog.js';
import { labelDialog } from '../../../elements/overlays/label-dialog.js';

/** @typedef {import('../../../core/api.js').Api} Api */
/** @typedef {{ server: string, username: string, text: string, qrCode?: string }} Made */

const DAYS = ['30', '90', '365'];
const USUAL = ['read', 'write', 'stream'];

/** @param {Api} api @param {() => void} done */
export function createKeyDialog(api, done) {
    const scopes = me.value?.role === 'admin' ? [...USUAL, 'admin'] : USUAL;
    const { dialog } = openDialog({
        title: t('deviceKeys.create'),
        testid: 'device-key-dialog',
        body: html`<form class="form dialog-body">
            ${field({
                name: 'label',
                label: t('deviceKeys.label'),
                required: true,
                maxlength: 100,
                placeholder: t('deviceKeys.labelExample'),
            })}
            <fieldset class="form" data-scopes><legend>${t('deviceKeys.may')}</legend>
                ${scopes.map(
                    (scope) =>
                        html`<label class="switch"><input type="checkbox" role="switch" data-scope="${scope}"
                    ${attribute('checked', USUAL.includes(scope))}
                    data-testid="scope-${scope}"><span>${t(`deviceKeys.scopesLong.${scope}`)}</span></label>`,
                )}
            </fieldset>
            ${select({
                name: 'expiresInDays',
                label: t('tokens.expires'),
                value: '',
                options: [
                    ['', t('tokens.never')],
                    ...DAYS.map(
                        (days) => /** @type {[string, string]} */ ([days, t('count.days', { count: Number(days) })]),
                    ),
                ],
            })}
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="device-key-save">${t('deviceKeys.create')}</button></div>
        </form>`,
    });
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ label, expiresInDays }) => {
        const boxes = /** @type {HTMLInputElement[]} */ ([...dialog.querySelectorAll('[data-scope]')]);
        const chosen = boxes.filter((box) => box.checked).map((box) => box.dataset.scope);
        /** @type {Made} */
        const made = await api.post('/me/device-keys', {
            label,
            scopes: chosen,
            ...(expiresInDays ? { expiresInDays: Number(expiresInDays) } : {}),
        });
        done();
        find(dialog, 'form').remove();
        show(dialog, made);
    });
}

/**
 * Shows the key. It cannot be shown again.
 * @param {HTMLDialogElement} dialog
 * @param {Made} made
 */
function show(dialog, { server, username, text, qrCode }) {
    const line = (/** @type {string} */ label, /** @type {string} */ value, /** @type {string} */ testid) =>
        html`<div class="field"><span class="label">${label}</span>${copyField(value, label, testid)}</div>`;
    const box = document.createElement('div');
    box.className = 'dialog-body form';
    render(
        box,
        html`<p>${t('deviceKeys.once')}</p>
        ${line(t('deviceKeys.server'), server, 'device-key-server')}
        ${line(t('fields.username'), username, 'device-key-username')}
        ${line(t('deviceKeys.key'), text, 'device-key-value')}
        <p class="field-hint">${t('deviceKeys.how')}</p>
        ${
            qrCode &&
            html`<figure class="qr-code"><img src="data:image/svg+xml,${encodeURIComponent(qrCode)}"
            alt="${t('deviceKeys.qrCode')}" width="200" height="200"><figcaption
            class="field-hint">${t('deviceKeys.qrCode')}</figcaption></figure>`
        }
        <div class="dialog-actions"><button type="button" class="button is-primary" data-close
            data-testid="device-key-done">${t('actions.done')}</button></div>`,
    );
    dialog.append(box);
    dialog.scrollTop = 0;
    find(box, '[data-copy]').focus();
}

/** @param {Api} api @param {string} id @param {string} label @param {() => void} done */
export function renameKeyDialog(api, id, label, done) {
    labelDialog(
        {
            title: t('deviceKeys.rename'),
            label: t('deviceKeys.label'),
            value: label,
            confirm: t('actions.save'),
            testid: 'device-key-rename',
        },
        async (name) => {
            await api.patch(`/me/device-keys/${encodeURIComponent(id)}`, { label: name });
            done();
        },
    );
}
