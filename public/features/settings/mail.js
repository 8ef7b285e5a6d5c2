// @ts-check
// The user's email address, and the notifications sent to it.

import { api } from '../../core/api.js';
import { delegate } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { attribute, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { me } from '../../core/session.js';
import { toast } from '../../elements/overlays/toast.js';

const KINDS = [
    'wishArrived',
    'wishFound',
    'wishBacked',
    'postCommented',
    'postReacted',
    'postHidden',
    'playlistShared',
    'musicWithdrawn',
    'playlistHidden',
    'playlistDeleted',
    'momentHidden',
    'pictureRemoved',
    'secondFactorRemoved',
    'passkeyAdded',
    'identityLinked',
    'scrobblingPaused',
    'scrobblesGivenUp',
    'songsArrived',
];

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountOwnMail(host, signal) {
    const settings = await api.get('/me/mail', { signal });
    host.hidden = !settings.enabled;
    if (!settings.enabled) return;
    const email = me.value?.email;
    render(
        host,
        html`<h2 id="mail-title">${t('mail.ownTitle')}</h2>
        <p class="panel-lead"
            data-testid="email-state">${
                !email
                    ? t('mail.noAddress')
                    : settings.confirmed
                      ? t('mail.isConfirmed', { email })
                      : t('mail.isUnconfirmed', { email })
            }</p>
        ${
            email &&
            !settings.confirmed &&
            html`<div class="form-actions"><button type="button" class="button" data-confirm
            data-testid="email-confirm">${t('mail.sendConfirmation')}</button></div>`
        }
        ${
            settings.confirmed &&
            html`<fieldset class="form">
            <legend>${t('mail.choose')}</legend>${(
                me.value?.role === 'admin' ? [...KINDS, 'dailyOverview'] : KINDS
            ).map(
                (kind) =>
                    html`<label class="switch"><input type="checkbox" role="switch" data-kind="${kind}"
            ${attribute('checked', settings.kinds.includes(kind))}
            data-testid="mail-${kind}"><span>${t(
                kind === 'dailyOverview' ? 'mail.dailyOverview' : `notifications.choices.${kind}`,
            )}</span></label>`,
            )}</fieldset>`
        }`,
    );
    delegate(
        host,
        'click',
        '[data-confirm]',
        async () => {
            try {
                await api.post('/me/mail/confirmation', {});
                toast(t('mail.confirmationSent'));
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    delegate(
        host,
        'change',
        '[data-kind]',
        async () => {
            const boxes = /** @type {HTMLInputElement[]} */ ([...host.querySelectorAll('[data-kind]')]);
            try {
                await api.put('/me/mail', { kinds: boxes.filter((box) => box.checked).map((box) => box.dataset.kind) });
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
}
