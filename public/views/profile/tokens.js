// @ts-check

import { isAbort } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { ago, date } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { copyField } from '../../elements/copy-field.js';
import { confirmDialog, openDialog } from '../../elements/dialog.js';
import { field, formError, handleForm, select } from '../../elements/form.js';
import { icons } from '../../elements/icons.js';
import { rowsSkeleton } from '../../elements/skeletons.js';
import { errorState } from '../../elements/states.js';
import { toast } from '../../elements/toast.js';

/** @typedef {{ id: string, label: string, createdAt: string, lastUsedAt?: string, expiresAt?: string }} Token */

const DAYS = ['30', '90', '365'];

/** @param {HTMLElement} host @param {import('../../core/api.js').Api} api @param {AbortSignal} signal */
export async function mountTokens(host, api, signal) {
    const head = () => html`<h2 id="tokens-title">${t('tokens.title')}</h2><p class="panel-lead">${t('tokens.lead')}</p>`;
    const load = async () => {
        render(host, html`${head()}${rowsSkeleton(1)}`);
        try {
            /** @type {{ items: Token[] }} */
            const { items } = await api.get('/me/tokens', { signal });
            render(host, html`${head()}${items.length > 0 && html`<ul class="things">${items.map(row)}</ul>`}
                <div class="form-actions"><button type="button" class="button" data-create data-testid="token-create">${icons.plus}${t('tokens.create')}</button></div>`);
        } catch (error) {
            if (isAbort(error)) return;
            render(host, html`${head()}${errorState(error)}`);
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    delegate(host, 'click', '[data-create]', () => create(api, () => void load()), signal);
    delegate(host, 'click', '[data-revoke]', async (button) => {
        if (!await confirmDialog({ title: t('tokens.revokeTitle'), text: t('tokens.revokeText', { name: button.dataset.name ?? '' }), confirm: t('tokens.revoke') })) return;
        try {
            await api.delete(`/me/tokens/${encodeURIComponent(button.dataset.revoke ?? '')}`);
            await load();
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    }, signal);
    await load();
}

/** @param {import('../../core/api.js').Api} api @param {() => void} done */
function create(api, done) {
    const { dialog } = openDialog({
        title: t('tokens.create'),
        testid: 'token-dialog',
        body: html`<form class="form dialog-body">
            ${field({ name: 'label', label: t('tokens.label'), required: true, maxlength: 100, placeholder: t('tokens.labelExample') })}
            ${select({ name: 'expiresInDays', label: t('tokens.expires'), value: '90', options: [...DAYS.map((days) => /** @type {[string, string]} */ ([days, t('count.days', { count: Number(days) })])), ['', t('tokens.never')]] })}
            ${formError}
            <div class="dialog-actions"><button type="button" class="button" data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary">${t('tokens.create')}</button></div>
        </form>`,
    });
    handleForm(find(dialog, 'form'), async ({ label, expiresInDays }) => {
        const made = await api.post('/me/tokens', { label, ...(expiresInDays ? { expiresInDays: Number(expiresInDays) } : {}) });
        done();
        find(dialog, 'form').remove();
        const box = document.createElement('div');
        box.className = 'dialog-body';
        render(box, html`<p>${t('tokens.once')}</p>${copyField(made.token, t('tokens.title'), 'token-value')}<div class="dialog-actions"><button type="button" class="button is-primary" data-close>${t('actions.done')}</button></div>`);
        dialog.append(box);
    });
}

/** @param {Token} token */
function row({ id, label, createdAt, lastUsedAt, expiresAt }) {
    const locale = currentLocale();
    const facts = [
        lastUsedAt ? t('sessions.used', { when: ago(lastUsedAt, locale) }) : t('tokens.unused'),
        expiresAt ? t('tokens.until', { date: date(expiresAt, locale) }) : t('tokens.since', { date: date(createdAt, locale) }),
    ];
    return html`<li class="thing"><span class="thing-icon">${icons.key}</span><div class="thing-text"><p class="thing-title">${label}</p><p class="thing-line">${facts.join(' · ')}</p></div>
        <button type="button" class="button is-small" data-revoke="${id}" data-name="${label}" aria-label="${t('tokens.revokeNamed', { name: label })}">${t('tokens.revoke')}</button></li>`;
}
