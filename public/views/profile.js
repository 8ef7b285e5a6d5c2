// @ts-check

import { api } from '../core/api.js';
import { delegate, find } from '../core/dom.js';
import { explain } from '../core/errors.js';
import { html, render } from '../core/html.js';
import { t } from '../core/i18n.js';
import { navigate } from '../core/navigate.js';
import { me, serverInfo, signOut } from '../core/session.js';
import { icons } from '../elements/icons.js';
import { adminItems, unreadBadge, untabbedItems } from '../elements/navigation.js';
import { toast } from '../elements/toast.js';
import { mountAccount } from './profile/account.js';
import { mountAppearance } from './profile/appearance.js';
import { mountDeviceKeys } from './profile/device-keys.js';
import { mountNotifications } from './profile/notifications.js';
import { mountOwnMail } from './profile/mail.js';
import { mountOwnData } from './profile/own-data.js';
import { mountPassword } from './profile/password.js';
import { mountPicture } from './profile/picture.js';
import { mountPlan } from './profile/plan.js';
import { mountPlayback } from './profile/playback.js';
import { mountRequests } from './profile/requests.js';
import { mountSessions } from './profile/sessions.js';
import { mountSharing } from './profile/sharing.js';
import { mountTwoFactor } from './profile/two-factor.js';
import { mountTokens } from './profile/tokens.js';

/** @param {HTMLElement} root @param {import('../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    const person = me.value;
    if (!person) return;
    setTitle(t('profile.title'));
    render(root, html`<div class="page is-narrow">
        <h1 class="visually-hidden">${t('profile.title')}</h1>
        <section data-part="picture"></section>
        <ul class="phone-links">${untabbedItems().map(link)}
            ${adminItems().map(link)}</ul>
        <section class="panel" data-part="appearance" aria-labelledby="appearance-title"></section>
        <section class="panel" data-part="playback" aria-labelledby="playback-title"></section>
        <section class="panel" data-part="account" aria-labelledby="account-title"></section>
        <section class="panel" data-part="plan" aria-labelledby="plan-title"></section>
        <section class="panel" data-part="sharing" aria-labelledby="sharing-title"></section>
        <section class="panel" data-part="notifications" aria-labelledby="notifications-title"></section>
        <section class="panel" data-part="mail" aria-labelledby="mail-title" hidden></section>
        <section class="panel" data-part="own-data" aria-labelledby="own-data-title"></section>
        <section class="panel" data-part="requests" aria-labelledby="requests-title"></section>
        <section class="panel" data-part="password" aria-labelledby="password-title"></section>
        <section class="panel" data-part="two-factor" aria-labelledby="two-factor-title"></section>
        <section class="panel" data-part="sessions" aria-labelledby="sessions-title"></section>
        <section class="panel" data-part="device-keys" aria-labelledby="device-keys-title"></section>
        <section class="panel" data-part="tokens" aria-labelledby="tokens-title"></section>
        <footer class="profile-foot">
            <button type="button" class="button" data-sign-out data-testid="sign-out">${icons.signOut}${t('profile.signOut')}</button>
            <p>${serverInfo.value.name} ${serverInfo.value.version}</p>
        </footer>
    </div>`);
    const part = (/** @type {string} */ name) => find(root, `[data-part=${name}]`);
    delegate(root, 'click', '[data-sign-out]', async () => {
        try {
            await signOut();
            navigate('/sign-in');
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    }, signal);
    mountPicture(part('picture'), signal);
    mountAppearance(part('appearance'));
    mountPlayback(part('playback'));
    mountAccount(part('account'));
    mountPassword(part('password'), () => part('device-keys').dispatchEvent(new Event('outdated')));
    await Promise.all([
        mountPlan(part('plan'), signal), mountRequests(part('requests'), signal), mountSharing(part('sharing'), signal), mountNotifications(part('notifications'), signal), mountOwnMail(part('mail'), signal), mountOwnData(part('own-data'), signal), mountSessions(part('sessions'), api, signal),
        mountTwoFactor(part('two-factor'), signal, () => void mountSessions(part('sessions'), api, signal)),
        mountDeviceKeys(part('device-keys'), api, signal), mountTokens(part('tokens'), api, signal),
    ]);
}

/** @param {{ section: string, path: string, label: string, icon: unknown }} item */
function link(item) {
    return html`<li><a href="${item.path}" data-testid="phone-${item.section}">${item.icon}<span>${t(item.label)}</span>${item.section === 'notifications' && unreadBadge()}${icons.forward}</a></li>`;
}
