// @ts-check
// Deletes the user's own account.

import { address, api } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { navigate } from '../../../core/navigate.js';
import { me } from '../../../core/session.js';
import { formError, handleForm } from '../../../elements/forms/form.js';
import { icons } from '../../../elements/icons.js';
import { openDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { ownPassword } from '../../sign-in/own-password.js';
import { codeField } from '../../sign-in/second-factor.js';

/** @param {HTMLElement} host @param {AbortSignal} signal */
export function mountLeaving(host, signal) {
    render(
        host,
        html`<h2 id="leaving-title">${t('leaving.title')}</h2>
        <p class="panel-lead">${t('leaving.text')}</p>
        <div class="form-actions"><button type="button" class="button is-danger-quiet" data-leave
            data-testid="leave">${t('leaving.open')}</button></div>`,
    );
    delegate(
        host,
        'click',
        '[data-leave]',
        async () => {
            const { enabled } = await api.get('/me/two-factor', { signal });
            leaveDialog(enabled);
        },
        signal,
    );
}

/** @param {boolean} hasSecondFactor */
function leaveDialog(hasSecondFactor) {
    const choice = (/** @type {string} */ value, /** @type {string} */ label, /** @type {string} */ text) =>
        html`<label class="choice"><input type="radio" name="keep" value="${value}" data-testid="leave-${value}"
            ${value === 'all' ? 'checked' : ''}><span><strong>${label}</strong><span
            class="detail-file">${text}</span></span></label>`;
    const { dialog } = openDialog({
        title: t('leaving.dialogTitle'),
        testid: 'leave-dialog',
        body: html`<form class="form dialog-body">
            <a class="button" href="${address('/me/export')}"
                download="rondo-export.zip">${icons.down}${t('leaving.export')}</a>
            ${choice('all', t('leaving.all'), t('leaving.allText'))}
            ${choice('shared', t('leaving.keep'), t('leaving.keepText'))}
            ${ownPassword(t('fields.currentPassword'))}
            ${hasSecondFactor && codeField(t('twoFactor.codeHint'))}
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-danger"
                data-testid="leave-submit">${t('leaving.submit')}</button></div>
        </form>`,
    });
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ password = '', code, keep }) => {
        await api.post('/me/deletion', { password, ...(hasSecondFactor && { code }), keepShared: keep === 'shared' });
        dialog.close();
        me.set(undefined);
        navigate('/sign-in');
        toast(t('leaving.done'));
    });
}
