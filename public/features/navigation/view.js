// @ts-check
// The way around: a sidebar on wide screens, tabs at the bottom on phones. The same links serve both.

import { attribute, html, render } from '../../core/html.js';
import { onLocaleChange, t } from '../../core/i18n.js';
import { may, me, serverInfo } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { avatar } from '../../elements/music/avatar.js';
import { unread } from '../notifications/model.js';
import { listenLink } from '../recognition/listen-button.js';

/** @typedef {import('../../core/types.js').MePermissions} Permission */

/**
 * `tab`: also shown on phones.
 * @type {{ section: string, path: string, label: string, icon: unknown, tab?: boolean, permission?: Permission }[]}
 */
const ITEMS = [
    { section: 'home', path: '/', label: 'nav.home', icon: icons.home, tab: true },
    { section: 'board', path: '/board', label: 'nav.board', icon: icons.board, tab: true },
    { section: 'search', path: '/search', label: 'nav.search', icon: icons.search, tab: true },
    { section: 'library', path: '/library/albums', label: 'nav.library', icon: icons.library, tab: true },
    { section: 'playlists', path: '/playlists', label: 'nav.playlists', icon: icons.playlist },
    { section: 'shelf', path: '/shelf', label: 'nav.shelf', icon: icons.shelf },
    { section: 'wishes', path: '/wishes', label: 'nav.wishes', icon: icons.wish },
    { section: 'give', path: '/give', label: 'nav.give', icon: icons.upload, permission: 'submit' },
    { section: 'queue', path: '/queue', label: 'nav.queue', icon: icons.queue, tab: true },
    { section: 'history', path: '/history', label: 'nav.history', icon: icons.history },
    { section: 'statistics', path: '/statistics', label: 'nav.statistics', icon: icons.chart },
    { section: 'radio', path: '/radio', label: 'nav.radio', icon: icons.radio },
    { section: 'shares', path: '/shares', label: 'nav.shares', icon: icons.share },
    { section: 'notifications', path: '/notifications', label: 'nav.notifications', icon: icons.bell },
];

/** The tab before which the round button stands: the middle of the tabs on phones. */
const MIDDLE = 'library';

/** @type {{ section: string, path: string, label: string, icon: unknown, permission: Permission }[]} */
const ADMIN_ITEMS = [
    { section: 'moderation', path: '/moderation', label: 'nav.moderation', icon: icons.check, permission: 'moderate' },
    {
        section: 'moderation-reports',
        path: '/moderation/reports',
        label: 'nav.reports',
        icon: icons.flag,
        permission: 'moderate',
    },
    {
        section: 'moderation-lyrics',
        path: '/moderation/lyrics',
        label: 'nav.lyricsProposals',
        icon: icons.lyrics,
        permission: 'moderate',
    },
    {
        section: 'moderation-playlists',
        path: '/moderation/playlists',
        label: 'nav.publicPlaylists',
        icon: icons.playlist,
        permission: 'moderate',
    },
    { section: 'moderation-bin', path: '/moderation/bin', label: 'nav.bin', icon: icons.trash, permission: 'moderate' },
    { section: 'admin-overview', path: '/admin', label: 'nav.overview', icon: icons.chart, permission: 'administer' },
    { section: 'admin-users', path: '/admin/users', label: 'nav.users', icon: icons.users, permission: 'manageUsers' },
    {
        section: 'admin-invitations',
        path: '/admin/invitations',
        label: 'nav.invitations',
        icon: icons.link,
        permission: 'manageUsers',
    },
    { section: 'admin-plans', path: '/admin/plans', label: 'nav.plans', icon: icons.grid, permission: 'manageUsers' },
    {
        section: 'admin-library',
        path: '/admin/library',
        label: 'nav.adminLibrary',
        icon: icons.folder,
        permission: 'manageLibraries',
    },
    {
        section: 'admin-lyrics',
        path: '/admin/lyrics',
        label: 'nav.adminLyrics',
        icon: icons.lyrics,
        permission: 'administer',
    },
    {
        section: 'admin-security',
        path: '/admin/security',
        label: 'nav.security',
        icon: icons.key,
        permission: 'manageUsers',
    },
    {
        section: 'admin-backups',
        path: '/admin/backups',
        label: 'nav.backups',
        icon: icons.disc,
        permission: 'administer',
    },
    {
        section: 'admin-requests',
        path: '/admin/requests',
        label: 'nav.requests',
        icon: icons.info,
        permission: 'administer',
    },
    {
        section: 'admin-journal',
        path: '/admin/journal',
        label: 'nav.journal',
        icon: icons.list,
        permission: 'administer',
    },
    {
        section: 'admin-settings',
        path: '/admin/settings',
        label: 'nav.settings',
        icon: icons.filter,
        permission: 'administer',
    },
];

/** The pages that have no tab, for the profile on phones. */
export function untabbedItems() {
    return ITEMS.filter((item) => !item.tab && (!item.permission || may(item.permission)));
}

/** The pages that an administrator may see, for the profile on phones. */
export function adminItems() {
    return ADMIN_ITEMS.filter((item) => may(item.permission));
}

class Navigation extends HTMLElement {
    #section = '';

    connectedCallback() {
        this.#draw();
        me.subscribe(() => this.#draw());
        serverInfo.subscribe(() => this.#draw());
        onLocaleChange(() => this.#draw());
        unread.subscribe(showUnread);
    }

    /** @param {string} section */
    set section(section) {
        this.#section = section;
        this.#mark();
    }

    #draw() {
        const person = me.value;
        if (!person) return void this.replaceChildren();
        const administration = adminItems();
        render(
            this,
            html`
            <header class="brand-place"><a class="brand"
                href="/">${icons.logo}<span>${serverInfo.value.name}</span></a>${listenLink('nav-listen')}</header>
            <nav aria-label="${t('nav.label')}">
                <ul class="nav-list">${ITEMS.filter((one) => !one.permission || may(one.permission)).map(
                    (one) => html`${one.section === MIDDLE && listenTab()}${item(one)}`,
                )}<li
                    class="nav-item is-tab is-only-tab"><a href="/profile" data-section="profile"
                    data-testid="nav-profile">${avatar(person, 'is-tiny')}<span>${t('nav.you')}</span>${
                        unreadBadge()}</a></li></ul>
                ${
                    administration.length > 0 &&
                    html`<p class="nav-heading" id="nav-admin">${t('nav.administration')}</p>
                <ul class="nav-list is-admin" aria-labelledby="nav-admin">${administration.map(item)}</ul>`
                }
            </nav>
            <nav class="nav-own" aria-label="${t('nav.account')}"><a class="nav-person" href="/profile"
                data-section="profile">${avatar(person, '')}<span
                class="nav-person-text"><span>${person.displayName || person.username}</span><small>${t(
                    `roles.${person.role}`,
                )}</small></span></a>
                <button type="button" class="icon-button" data-sign-out data-testid="nav-sign-out"
                    aria-label="${t('profile.signOut')}" title="${t('profile.signOut')}">${icons.signOut}</button></nav>
        `,
        );
        this.#mark();
        showUnread(unread.value);
    }

    #mark() {
        for (const link of this.querySelectorAll('[data-section]')) {
            if (/** @type {HTMLElement} */ (link).dataset.section === this.#section)
                link.setAttribute('aria-current', 'page');
            else link.removeAttribute('aria-current');
        }
    }
}

/** How much is unread, in a place that is kept right. */
export function unreadBadge() {
    return html`<span class="nav-badge" data-unread-count data-testid="unread"
        ${attribute('hidden', unread.value === 0)}>${String(unread.value)}</span>`;
}

/** @param {number} count */
function showUnread(count) {
    for (const badge of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-unread-count]'))) {
        badge.hidden = count === 0;
        badge.textContent = count > 99 ? '99+' : String(count);
        badge.setAttribute('aria-label', t('notifications.count', { count }));
    }
}

/** @param {{ section: string, path: string, label: string, icon: unknown, tab?: boolean }} parts */
function item({ section, path, label, icon, tab }) {
    return html`<li class="nav-item ${tab ? 'is-tab' : ''}"><a href="${path}" data-section="${section}"
        data-testid="nav-${section}">${icon}<span>${t(label)}</span>${
            section === 'notifications' && unreadBadge()
        }</a></li>`;
}

function listenTab() {
    return html`<li class="nav-item is-tab is-only-tab is-round">${listenLink('tab-listen')}</li>`;
}

customElements.define('rondo-navigation', Navigation);
