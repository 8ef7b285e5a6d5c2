// @ts-check
// Creates and revokes bearer tokens.

import { find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { date } from '../../../core/format.js';
import { attribute, html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { me } from '../../../core/session.js';
import { copyField } from '../../../elements/forms/copy-field.js';
import { field, formError, handleForm, select } from '../../../elements/forms/form.js';
import { openDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';

/** @typedef {import('../../../core/api.js').Api} Api */
/** @typedef {{ kind: string, id: string, name: string, at: string }} Product something created with a token */

const DAYS = ['30', '90', '365'];
const NEVER = 'never';
/** Product kinds that are accounts or changes of one. An admin may want to keep them. */
const OF_ACCOUNTS = ['account', 'password', 'role', 'enabled', 'email'];

/** @param {Api} api @param {() => void} done */
export function createTokenDialog(api, done) {
    const isAdmin = me.value?.role === 'admin';
    const scopes = isAdmin ? ['read', 'write', 'administer', 'credentials'] : ['read', 'write', 'credentials'];
    /** @type {[string, string][]} */
    const ends = DAYS.map((days) => [days, t('count.days', { count: Number(days) })]);
    if (isAdmin) ends.push([NEVER, t('tokens.never')]);
    const { dialog } = openDialog({
        title: t('tokens.create'),
        testid: 'token-dialog',
        body: html`<form class="form dialog-body">
            ${field({
                name: 'label',
                label: t('tokens.label'),
                required: true,
                maxlength: 100,
                placeholder: t('tokens.labelExample'),
            })}
            <fieldset class="form" data-scopes><legend>${t('deviceKeys.may')}</legend>
                ${scopes.map(
                    (scope) =>
                        html`<label class="switch"><input type="checkbox" role="switch" data-scope="${scope}"
                    ${attribute('checked', scope === 'read')}
                    data-testid="token-scope-${scope}"><span>${t(`tokens.scopesLong.${scope}`)}</span></label>`,
                )}
                <p class="field-hint">${t('tokens.scopesHint')}</p>
            </fieldset>
            ${select({ name: 'expiresInDays', label: t('tokens.expires'), value: '90', options: ends })}
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="token-save">${t('tokens.create')}</button></div>
        </form>`,
    });
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ label, expiresInDays }) => {
        const boxes = /** @type {HTMLInputElement[]} */ ([...dialog.querySelectorAll('[data-scope]')]);
        const chosen = boxes.filter((box) => box.checked).map((box) => box.dataset.scope);
        const made = await api.post('/me/tokens', {
            label,
            scopes: chosen,
            expiresInDays: expiresInDays === NEVER ? null : Number(expiresInDays),
        });
        done();
        find(dialog, 'form').remove();
        const box = document.createElement('div');
        box.className = 'dialog-body';
        render(
            box,
            html`<p>${t('tokens.once')}</p>${copyField(made.token, t('tokens.title'), 'token-value')}<div
                class="dialog-actions"><button type="button" class="button is-primary"
                data-close>${t('actions.done')}</button></div>`,
        );
        dialog.append(box);
    });
}

/**
 * Lists what was created with the token, then revokes the token with its products.
 * @param {Api} api
 * @param {string} id
 * @param {string} name
 * @param {() => void} done
 */
export async function revokeToken(api, id, name, done) {
    const path = `/me/tokens/${encodeURIComponent(id)}`;
    try {
        /** @type {{ items: Product[] }} */
        const { items } = await api.get(`${path}/products`);
        const keeps = await askToRevoke({
            title: t('tokens.revokeTitle'),
            text: t('tokens.revokeText', { name }),
            products: items,
        });
        if (keeps === undefined) return;
        await api.delete(path, keeps ? { query: { keep: 'accounts' } } : {});
        done();
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/**
 * Asks for confirmation. Returns whether to keep accounts; undefined if the user cancels.
 * @param {{ title: string, text: string, products: Product[] }} question
 * @returns {Promise<boolean | undefined>}
 */
export async function askToRevoke({ title, text, products }) {
    const locale = currentLocale();
    const hasAccounts = products.some(({ kind }) => OF_ACCOUNTS.includes(kind));
    const { dialog, closed } = openDialog({
        title,
        testid: 'token-revoke-dialog',
        body: html`<form method="dialog" class="form dialog-body"><p>${text}</p>
            ${
                products.length > 0 &&
                html`<p>${t('tokens.products')}</p>
                <ul class="things">${products.map(
                    (product) =>
                        html`<li class="thing" data-testid="token-product">
                    <div class="thing-text">
                    <p class="thing-title">${t(`tokens.kinds.${product.kind}`)}${
                        product.name && html` · ${product.name}`
                    }</p><p class="thing-line">${date(product.at, locale)}</p>
                    </div></li>`,
                )}</ul>`
            }
            ${
                hasAccounts &&
                html`<label class="switch"><input type="checkbox" role="switch" data-keep
                data-testid="token-keep-accounts"><span>${t('tokens.keepAccounts')}</span></label>`
            }
            <div class="dialog-actions">
                <button class="button" value="cancel" data-cancel>${t('actions.cancel')}</button>
                <button class="button is-danger" value="confirm" data-testid="confirm">${t('tokens.revoke')}</button>
            </div></form>`,
    });
    find(dialog, '[data-cancel]').focus();
    const keep = /** @type {HTMLInputElement | null} */ (dialog.querySelector('[data-keep]'));
    return (await closed) === 'confirm' ? keep?.checked === true : undefined;
}
