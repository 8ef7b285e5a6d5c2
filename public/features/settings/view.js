// @ts-check
// Settings: a list of pages and the open one. On phones they are separate screens.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { me, serverInfo } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { mountSoundSettings } from '../sound/settings-part.js';
import { mountAbout } from './about.js';
import { mountAccount } from './account/account.js';
import { mountPicture } from './account/picture.js';
import { mountPlan } from './account/plan.js';
import { mountAppearance } from './appearance.js';
import { mountDeviceKeys } from './apps/device-keys.js';
import { mountLastFM } from './apps/lastfm.js';
import { mountScrobbling } from './apps/scrobbling.js';
import { mountTokens } from './apps/tokens.js';
import { mountFeedback } from './feedback/feedback.js';
import { mountRequests } from './feedback/requests.js';
import { mountOwnMail } from './mail.js';
import { mountNotifications } from './notifications.js';
import { PAGES } from './pages.js';
import { mountPlayback } from './playback.js';
import { mountPolicy } from './policy.js';
import { mountLeaving } from './privacy/leaving.js';
import { mountOwnData } from './privacy/own-data.js';
import { mountSharing } from './privacy/sharing.js';
import { mountPasskeys } from './security/passkeys.js';
import { mountPassword } from './security/password.js';
import { mountProvider } from './security/provider.js';
import { mountSessions } from './security/sessions.js';
import { mountTwoFactor } from './security/two-factor.js';

/**
 * @typedef {(host: HTMLElement, signal: AbortSignal, part: (name: string) => HTMLElement) => void | Promise<void>}
 *   Mount
 */

/**
 * The parts of the pages, by name. The ID of a part's heading is `NAME-title`.
 * @type {Record<string, Mount>}
 */
const PARTS = {
    picture: mountPicture,
    account: mountAccount,
    plan: mountPlan,
    appearance: mountAppearance,
    playback: mountPlayback,
    sound: mountSoundSettings,
    notifications: mountNotifications,
    mail: mountOwnMail,
    sharing: mountSharing,
    'own-data': mountOwnData,
    feedback: mountFeedback,
    requests: mountRequests,
    policy: mountPolicy,
    about: mountAbout,
    password: (host, signal) => mountPassword(host, () => {}),
    passkeys: mountPasskeys,
    'two-factor': (host, signal, part) =>
        mountTwoFactor(host, signal, () => void mountSessions(part('sessions'), api, signal)),
    provider: mountProvider,
    sessions: (host, signal) => mountSessions(host, api, signal),
    leaving: mountLeaving,
    'device-keys': (host, signal) => mountDeviceKeys(host, api, signal),
    scrobbling: mountScrobbling,
    lastfm: mountLastFM,
    tokens: (host, signal) => mountTokens(host, api, signal),
};

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { params, setTitle, signal }) {
    const person = me.value;
    if (!person) return;
    const open = PAGES.find((page) => page.name === params.page);
    const shown = open ?? PAGES[0];
    setTitle(t(open ? `settingsPages.${open.name}` : 'settingsPages.title'));
    const heading = (/** @type {boolean} */ isTitle, /** @type {unknown} */ text) =>
        isTitle ? html`<h1>${text}</h1>` : html`<p class="settings-title">${text}</p>`;
    render(
        root,
        html`<div class="page is-medium settings ${open ? 'has-page' : ''}">
        <div class="settings-list">
            <header class="page-head">${heading(!open, t('settingsPages.title'))}<button type="button"
                class="button is-small" data-sign-out data-testid="sign-out">${icons.signOut}${t(
                    'profile.signOut',
                )}</button></header>
            <nav aria-label="${t('settingsPages.title')}">
                <ul class="settings-pages">${PAGES.map(
                    (page) =>
                        html`<li><a href="/settings/${page.name}" data-testid="settings-${page.name}"
                aria-current="${page === shown ? (open ? 'page' : 'true') : 'false'}">${
                    page.icon
                }<span>${t(`settingsPages.${page.name}`)}</span>${icons.forward}</a></li>`,
                )}</ul></nav>
            <footer class="profile-foot"><p>${serverInfo.value.name} ${serverInfo.value.version}</p></footer>
        </div>
        <div class="settings-page">
            <header class="settings-head"><a class="icon-button settings-back" href="/profile"
                aria-label="${t('settingsPages.title')}"
                title="${t('settingsPages.title')}">${icons.back}</a>${heading(
                    open !== undefined,
                    t(`settingsPages.${shown.name}`),
                )}</header>
            ${shown.parts.map(
                (name) =>
                    html`<section class="${name === 'picture' ? '' : 'panel'}" data-part="${name}"
                aria-labelledby="${name}-title"></section>`,
            )}
        </div>
    </div>`,
    );
    const part = (/** @type {string} */ name) => find(root, `[data-part=${name}]`);
    find(root, `[data-part=${shown.parts[0]}]`).removeAttribute('aria-labelledby');
    for (const name of ['mail', 'scrobbling', 'lastfm', 'provider'])
        if (shown.parts.includes(name)) part(name).hidden = true;
    await Promise.all(shown.parts.map((name) => PARTS[name](part(name), signal, part)));
}
