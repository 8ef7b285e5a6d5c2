// @ts-check
// Sign-in security: the roles that require a second factor.

import { api } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { followAreas } from '../../../core/live-views.js';
import { attribute, html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { refreshView } from '../../../core/navigate.js';
import { formError, handleForm } from '../../../elements/forms/form.js';
import { toast } from '../../../elements/overlays/toast.js';
import { followedForm } from '../followed-form.js';
import { ROLES } from '../reasons.js';
import { mountMail } from './mail.js';
import { mountProvider } from './provider.js';

/** @param {HTMLElement} root @param {import('../../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('security.title'));
    const ask = async () =>
        /** @type {string[]} */ ((await api.get('/users/two-factor/roles', { signal })).roles).toSorted();
    const roles = await ask();
    render(
        root,
        html`<div class="page is-narrow">
        <header class="page-head"><h1>${t('security.title')}</h1></header>
        <section class="panel" aria-labelledby="roles-title"><h2 id="roles-title">${t('twoFactor.rolesTitle')}</h2>
            <form class="form" data-testid="two-factor-roles"><p class="panel-lead">${t('twoFactor.rolesText')}</p>
                <fieldset class="form"><legend class="visually-hidden">${t('twoFactor.rolesTitle')}</legend>
                    ${ROLES.map(
                        (role) =>
                            html`<label class="switch"><input type="checkbox" role="switch" data-required="${role}"
                        ${attribute('checked', roles.includes(role))}
                        data-testid="require-${role}"><span>${t(`roles.${role}`)}</span></label>`,
                    )}</fieldset>
                ${formError}<div class="form-actions"><button type="submit"
                    class="button is-primary">${t('twoFactor.save')}</button></div>
            </form></section>
        <section class="panel" data-part="provider" aria-labelledby="provider-title" hidden></section>
        <section class="panel" data-part="mail" aria-labelledby="mail-title"></section>
    </div>`,
    );
    const form = /** @type {HTMLFormElement} */ (find(root, 'form'));
    const followed = followedForm(() => form, { shown: roles, ask, draw: refreshView, signal });
    followAreas('administration', ['settings'], followed.soon, signal);
    handleForm(form, async () => {
        const boxes = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('[data-required]')]);
        const chosen = boxes.filter((box) => box.checked).map((box) => box.dataset.required ?? '');
        await api.put('/users/two-factor/roles', { roles: chosen });
        followed.saved(chosen.toSorted());
        toast(t('twoFactor.rolesSaved'));
    });
    await Promise.all([
        mountProvider(find(root, '[data-part=provider]'), signal),
        mountMail(find(root, '[data-part=mail]'), signal),
    ]);
}
