// @ts-check
// The user's second factor.

import { api } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { date } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { formError, handleForm } from '../../../elements/forms/form.js';
import { openDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { ownPassword } from '../../sign-in/own-password.js';
import { codeField, enrolmentFields, recoveryCodes } from '../../sign-in/second-factor.js';

/** @param {HTMLElement} host @param {AbortSignal} signal @param {() => void} sessionsEnded */
export async function mountTwoFactor(host, signal, sessionsEnded) {
    const show = async () => {
        const state = await api.get('/me/two-factor', { signal });
        render(
            host,
            html`<h2 id="two-factor-title">${t('twoFactor.title')}</h2>
            <p class="panel-lead"
                data-testid="two-factor-state">${
                    state.enabled
                        ? t('twoFactor.on', { date: date(state.enabledAt, currentLocale()) })
                        : t('twoFactor.off')
                }</p>
            ${state.required && html`<p class="field-hint">${t('twoFactor.required')}</p>`}
            ${
                state.enabled &&
                html`<p class="field-hint">${t('twoFactor.left', { count: state.recoveryCodesLeft })}</p>`
            }
            <div class="form-actions">${
                state.enabled
                    ? html`<button type="button" class="button" data-renew
                        data-testid="two-factor-renew">${t('twoFactor.renew')}</button>
                    ${
                        !state.required &&
                        html`<button type="button" class="button is-danger-quiet" data-off
                        data-testid="two-factor-disable">${t('twoFactor.disable')}</button>`
                    }`
                    : html`<button type="button" class="button is-primary" data-on
                        data-testid="two-factor-enable">${t('twoFactor.setUp')}</button>`
            }</div>
            <p class="field-hint">${t('twoFactor.note')}</p>`,
        );
    };
    delegate(
        host,
        'click',
        '[data-on]',
        () =>
            enableDialog(() => {
                sessionsEnded();
                void show();
            }),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-renew]',
        () =>
            bothDialog(t('twoFactor.renew'), async (values, dialog) => {
                const made = await api.post('/me/two-factor/recovery-codes', values);
                showCodes(dialog, made.recoveryCodes);
                void show();
            }),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-off]',
        () =>
            bothDialog(t('twoFactor.disable'), async (values, dialog) => {
                await api.post('/me/two-factor/disable', values);
                dialog.close();
                toast(t('twoFactor.disabled'));
                void show();
            }),
        signal,
    );
    await show();
}

const passwordField = () => ownPassword(t('fields.currentPassword'));
const actions = (/** @type {string} */ label) =>
    html`${formError}<div class="dialog-actions"><button type="button" class="button"
        data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
        data-testid="two-factor-submit">${label}</button></div>`;

/** @param {() => void} done */
function enableDialog(done) {
    const { dialog } = openDialog({
        title: t('twoFactor.setUpTitle'),
        testid: 'two-factor-dialog',
        body: html`<form class="form dialog-body">${passwordField()}${actions(t('twoFactor.setUp'))}</form>`,
    });
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ password = '' }) => {
        const enrolment = await api.post('/me/two-factor', { password });
        const form = document.createElement('form');
        form.className = 'form dialog-body';
        render(form, html`${enrolmentFields(enrolment)}${actions(t('twoFactor.confirm'))}`);
        find(dialog, 'form').replaceWith(form);
        find(form, '[name=code]').focus();
        handleForm(form, async ({ code }) => {
            const made = await api.post('/me/two-factor/enable', { code });
            showCodes(dialog, made.recoveryCodes);
            toast(t('twoFactor.enabled'));
            done();
        });
    });
}

/**
 * @param {string} title
 * @param {(values: { password: string, code: string }, dialog: HTMLDialogElement) => Promise<void>} send
 */
function bothDialog(title, send) {
    const { dialog } = openDialog({
        title,
        testid: 'two-factor-dialog',
        body: html`<form
            class="form dialog-body">${passwordField()}${codeField(t('twoFactor.codeHint'))}${actions(
                title,
            )}</form>`,
    });
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), ({ password = '', code }) =>
        send({ password, code }, dialog),
    );
}

/** @param {HTMLDialogElement} dialog @param {string[]} codes */
function showCodes(dialog, codes) {
    const box = document.createElement('div');
    box.className = 'dialog-body form';
    render(
        box,
        html`${recoveryCodes(codes)}<div class="dialog-actions"><button type="button" class="button is-primary"
            data-close data-testid="codes-stored">${t('twoFactor.stored')}</button></div>`,
    );
    find(dialog, 'form').replaceWith(box);
    find(dialog, '.dialog-head h2').textContent = t('twoFactor.recoveryTitle');
    find(box, '[data-close]').focus();
}
