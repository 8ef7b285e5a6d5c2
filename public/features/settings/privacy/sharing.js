// @ts-check
// The choice of who sees one's likes and reviews.

import { api } from '../../../core/api.js';
import { delegate } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { attribute, html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { toast } from '../../../elements/overlays/toast.js';

const CHOICES = /** @type {const} */ (['nobody', 'gateway']);

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountSharing(host, signal) {
    const draw = (/** @type {string} */ chosen) =>
        render(
            host,
            html`<h2 id="sharing-title">${t('profile.sharing')}</h2>
        <fieldset class="choices"><legend>${t('profile.sharingOpinions')}</legend>
            ${CHOICES.map(
                (choice) =>
                    html`<label class="check"><input type="radio" name="sharing" value="${choice}"
                data-testid="sharing-${choice}" ${attribute('checked', choice === chosen)}>${t(
                    `profile.sharingWith.${choice}`,
                )}</label>`,
            )}
        </fieldset>
        <p class="field-hint">${t('profile.sharingHint')}</p>`,
        );
    const { opinions } = await api.get('/me/sharing', { signal });
    draw(opinions);
    delegate(
        host,
        'change',
        '[name=sharing]',
        async (input) => {
            try {
                await api.put('/me/sharing', { opinions: /** @type {HTMLInputElement} */ (input).value });
                toast(t('profile.saved'));
            } catch (error) {
                draw((await api.get('/me/sharing').catch(() => ({ opinions }))).opinions);
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
}
