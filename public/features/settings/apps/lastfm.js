// @ts-check
// The user's account at Last.fm, or at a server with the same API. The user connects it by allowing access there.

import { api } from '../../../core/api.js';
import { explain } from '../../../core/errors.js';
import { html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { formError } from '../../../elements/forms/form.js';
import { toast } from '../../../elements/overlays/toast.js';
import { mountAccount } from './scrobbling.js';

const ROOT = '/me/scrobbling/lastfm';

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountLastFM(host, signal) {
    // Whether the consent page is known. The form's button depends on it.
    let isAsked = false;
    await mountAccount(host, signal, {
        part: 'lastfm',
        root: ROOT,
        words: 'lastfm',
        hasHistory: false,
        form: ({ consentURL }) => {
            isAsked = Boolean(consentURL);
            return consentForm(consentURL);
        },
        send: async () => {
            try {
                return await (isAsked ? api.put(ROOT, {}) : api.post(`${ROOT}/consent`, {}));
            } catch (error) {
                if (/** @type {{ reason?: string }} */ (error).reason !== 'scrobbling_ended') throw error;
                // Returns to the first step.
                toast(explain(error), { kind: 'error' });
                return api.get(ROOT);
            }
        },
    });
}

/** @param {string | undefined} page */
const consentForm = (page) => html`<form class="form" data-testid="lastfm-form">
    ${
        page
            ? html`<p class="field-hint">${t('lastfm.steps')}</p>
        <div class="form-actions"><a class="button" href="${page}" target="_blank" rel="noopener noreferrer"
            data-testid="lastfm-page">${t('lastfm.open')}</a></div>`
            : html`<p class="field-hint">${t('lastfm.begin')}</p>`
    }
    ${formError}
    <div class="form-actions"><button type="submit" class="button is-primary" data-testid="lastfm-${
        page ? 'connect' : 'begin'
    }">${t(page ? 'scrobbling.connect' : 'lastfm.ask')}</button></div></form>`;
