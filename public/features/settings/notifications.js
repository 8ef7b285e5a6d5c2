// @ts-check
// The user's choice of notifications.

import { api } from '../../core/api.js';
import { delegate } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { attribute, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { toast } from '../../elements/overlays/toast.js';

/** @typedef {{ kinds: string[], muted: string[] }} Choices */

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountNotifications(host, signal) {
    /** @type {Choices} */
    let choices = await api.get('/notifications/choices', { signal });
    const draw = () =>
        render(
            host,
            html`<h2 id="notifications-title" class="visually-hidden">${t('notifications.title')}</h2>
        <fieldset class="choices"><legend>${t('notifications.choose')}</legend>
            ${choices.kinds.map(
                (kind) =>
                    html`<label class="check"><input type="checkbox" name="notify" value="${kind}"
                        data-testid="notify-${kind}"
                ${attribute('checked', !choices.muted.includes(kind))}>${t(`notifications.choices.${kind}`)}</label>`,
            )}
        </fieldset>`,
        );
    draw();
    delegate(
        host,
        'change',
        '[name=notify]',
        async () => {
            const muted = [...host.querySelectorAll('[name=notify]:not(:checked)')].map(
                (box) => /** @type {HTMLInputElement} */ (box).value,
            );
            try {
                choices = await api.put('/notifications/choices', { muted });
                toast(t('profile.saved'));
            } catch (error) {
                draw();
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
}
