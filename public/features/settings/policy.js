// @ts-check
// The server's data policy.

import { api } from '../../core/api.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { may } from '../../core/session.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { errorState } from '../../elements/states/states.js';

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountPolicy(host, signal) {
    render(host, rowsSkeleton(2));
    try {
        /** @type {{ text: string, standard: boolean }} */
        const { text } = await api.get('/privacy', { query: { locale: currentLocale() }, signal });
        render(
            host,
            html`<h2 id="policy-title" class="visually-hidden">${t('settingsPages.policy')}</h2>
            <div class="policy" dir="auto"
                data-testid="policy">${text.split(/\n{2,}/).map((paragraph) => html`<p>${paragraph}</p>`)}</div>
            ${
                may('administer') &&
                html`<p class="form-actions"><a class="button is-small"
                href="/administration/settings">${t('settingsPages.editPolicy')}</a></p>`
            }`,
        );
    } catch (error) {
        if (signal.aborted) return;
        render(host, errorState(error));
        host.querySelector('[data-retry]')?.addEventListener('click', () => void mountPolicy(host, signal));
    }
}
