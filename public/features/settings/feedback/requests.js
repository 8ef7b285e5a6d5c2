// @ts-check
// The user's feature requests and the answers.

import { api, isAbort } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { followAreas, unhurried } from '../../../core/live-views.js';
import { area, formError, handleForm } from '../../../elements/forms/form.js';
import { focused } from '../../../elements/lists/live-list.js';
import { toast } from '../../../elements/overlays/toast.js';
import { requestRow } from './request-row.js';

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountRequests(host, signal) {
    render(
        host,
        html`<h2 id="requests-title">${t('requests.own')}</h2><p class="panel-lead">${t('requests.ownLead')}</p>
        <form class="form"
            data-testid="request-form">${area({
                name: 'text',
                label: t('requests.text'),
                value: '',
                maxlength: 2000,
            })}${formError}
            <div class="form-actions"><button type="submit" class="button"
                data-testid="request-send">${t('requests.send')}</button></div></form>
        <div data-list></div>`,
    );
    const list = find(host, '[data-list]');
    const load = async () => {
        try {
            const { items } = await api.get('/me/feature-requests', { query: { limit: 20 }, signal });
            const focus = focused(list);
            render(
                list,
                html`${
                    items.length > 0 &&
                    html`<ul
                    class="things">${items.map(
                        (/** @type {import('./request-row.js').FeatureRequest} */ request) =>
                            requestRow(request, { asAdmin: false }),
                    )}</ul>`
                }`,
            );
            focus();
        } catch (error) {
            if (!isAbort(error)) render(list, html`<p class="form-error">${explain(error)}</p>`);
        }
    };
    const form = /** @type {HTMLFormElement} */ (find(host, 'form'));
    handleForm(form, async ({ text }) => {
        await api.post('/me/feature-requests', { text });
        form.reset();
        toast(t('requests.sent'));
        await load();
    });
    delegate(
        host,
        'click',
        '[data-withdraw]',
        async (button) => {
            try {
                await api.delete(`/me/feature-requests/${encodeURIComponent(button.dataset.withdraw ?? '')}`);
                await load();
            } catch (error) {
                toast(explain(error), { kind: 'error' });
                // The request may have been answered since. The list then shows the answer.
                await load();
            }
        },
        signal,
    );
    followAreas('account', ['requests'], unhurried(list, load, signal).soon, signal);
    await load();
}
