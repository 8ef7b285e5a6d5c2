// @ts-check

import { find } from '../../../core/dom.js';
import { html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { me, updateMe } from '../../../core/session.js';
import { field, formError, handleForm } from '../../../elements/forms/form.js';
import { toast } from '../../../elements/overlays/toast.js';

/** @param {HTMLElement} host */
export function mountAccount(host) {
    const person = me.value;
    if (!person) return;
    render(
        host,
        html`<h2 id="account-title" class="visually-hidden">${t('profile.account')}</h2>
        <form class="form" data-testid="account-form">
            <div class="form-pair">
                ${field({
                    name: 'displayName',
                    label: t('fields.displayName'),
                    value: person.displayName,
                    autocomplete: 'name',
                    maxlength: 100,
                })}
                ${field({
                    name: 'username',
                    label: t('fields.username'),
                    value: person.username,
                    autocomplete: 'username',
                    required: true,
                    maxlength: 64,
                })}
            </div>
            ${field({
                name: 'email',
                label: t('fields.emailOptional'),
                type: 'email',
                value: person.email ?? '',
                autocomplete: 'email',
                maxlength: 254,
            })}
            ${formError}
            <div class="form-actions"><button type="submit"
                class="button is-primary">${t('actions.save')}</button></div>
        </form>`,
    );
    handleForm(find(host, 'form'), async (values) => {
        const before = /** @type {Record<string, unknown>} */ (me.value);
        const changes = Object.fromEntries(
            Object.entries(values).filter(([name, value]) => value !== (before[name] ?? '')),
        );
        if (Object.keys(changes).length > 0) await updateMe(changes);
        toast(t('profile.saved'));
    });
}
