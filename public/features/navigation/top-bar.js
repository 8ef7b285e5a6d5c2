// @ts-check
// The top bar: the palette, administration, notifications and the account menu.

import { find } from '../../core/dom.js';
import { shortcutName } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { onLocaleChange, t } from '../../core/i18n.js';
import { may, me, serverInfo } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { avatar } from '../../elements/music/avatar.js';
import { unread } from '../notifications/model.js';
import { accountMenu, bindAccountMenu } from './account-menu.js';
import { administration, isAdministration, NOTIFICATIONS } from './places.js';
import { rail } from './rail.js';

class TopBar extends HTMLElement {
    #path = '';
    #drawnFor = '';

    connectedCallback() {
        this.#draw();
        me.subscribe(() => this.#draw());
        serverInfo.subscribe(() => this.#draw());
        onLocaleChange(() => this.#draw());
        unread.subscribe(() => this.#showUnread());
    }

    /**
     * Marks the open page.
     * @param {string} path
     */
    show(path) {
        this.#path = path;
        this.toggleAttribute('data-administration', isAdministration(path));
        this.toggleAttribute('data-front', path === '/administration');
        this.#mark();
    }

    #draw() {
        const person = me.value;
        if (!person) {
            this.#drawnFor = '';
            return void this.replaceChildren();
        }
        // Other changes of the user need no redraw, so an open menu stays open.
        const { id, displayName, username, picture, role } = person;
        const state = [id, displayName, username, picture, role, serverInfo.value.name, t('nav.label')].join('\n');
        if (state === this.#drawnFor) return;
        this.#drawnFor = state;
        const isAdmin = administration(may).length > 0;
        render(
            this,
            html`<header class="top-bar">
            <button type="button" class="icon-button top-rail" data-rail data-testid="rail" aria-controls="navigation"
                aria-expanded="${String(!rail.value)}" aria-label="${t('nav.sidebar')}"
                title="${t('nav.sidebar')} (B)">${icons.sidebar}</button>
            <a class="brand top-brand" href="/">${icons.logo}<span>${serverInfo.value.name}</span></a>
            ${
                isAdmin &&
                html`<a class="top-back" href="/administration" data-testid="back-to-administration">${
                    icons.back
                }<span>${t('nav.administration')}</span></a>`
            }
            <button type="button" class="top-search" data-palette data-testid="open-palette" aria-haspopup="dialog"
                aria-keyshortcuts="Control+K Meta+K">${icons.finder}<span>${t(
                    'nav.palette',
                )}</span><kbd aria-hidden="true">${shortcutName()}</kbd></button>
            <nav class="top-tools" aria-label="${t('nav.account')}">
                ${isAdmin && tool('/administration', 'administration', t('nav.administration'), icons.shield)}
                ${tool(
                    NOTIFICATIONS.path,
                    NOTIFICATIONS.section,
                    t(NOTIFICATIONS.label),
                    html`${icons.bell}<span class="nav-badge" data-unread-count data-testid="unread"></span>`,
                )}
                <button type="button" class="top-account" popovertarget="account-menu" data-account
                    data-testid="account" aria-label="${t('nav.account')}: ${person.displayName || person.username}"
                    title="${person.displayName || person.username}">${avatar(person)}</button>
            </nav>
            ${accountMenu(person)}
        </header>`,
        );
        bindAccountMenu(find(this, '#account-menu'), find(this, '[data-account]'));
        this.#showUnread();
        this.#mark();
    }

    #showUnread() {
        const badge = /** @type {HTMLElement | null} */ (this.querySelector('[data-unread-count]'));
        if (!badge) return;
        const count = unread.value;
        badge.hidden = count === 0;
        badge.textContent = count > 99 ? '99+' : String(count);
        // The label names the link. The number alone would not.
        badge.closest('a')?.setAttribute(
            'aria-label',
            count === 0 ? t('nav.notifications') : `${t('nav.notifications')}: ${t('notifications.count', { count })}`,
        );
    }

    #mark() {
        for (const link of this.querySelectorAll('.top-tools a, .account-menu a')) {
            const path = link.getAttribute('href') ?? '';
            const isHere = path === this.#path;
            if (isHere) link.setAttribute('aria-current', 'page');
            else if (path === '/administration' && isAdministration(this.#path))
                link.setAttribute('aria-current', 'true');
            else link.removeAttribute('aria-current');
        }
    }
}

/** @param {string} path @param {string} section @param {string} name @param {unknown} content */
function tool(path, section, name, content) {
    return html`<a class="icon-button" href="${path}" data-testid="nav-${section}" aria-label="${name}"
        title="${name}">${content}</a>`;
}

customElements.define('rondo-top-bar', TopBar);
