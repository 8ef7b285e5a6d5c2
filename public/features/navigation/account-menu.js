// @ts-check
// The account menu: a list of links and buttons that its button opens. On phones it opens from the bottom.

import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { avatar } from '../../elements/music/avatar.js';
import { ACCOUNT } from './places.js';
import { otherTheme, switchTheme } from './theme-switch.js';

/** @param {import('../../core/types.js').Me} person */
export function accountMenu(person) {
    return html`<div class="account-menu" id="account-menu" popover data-testid="account-menu">
        <p class="account-person">${avatar(person)}<span class="account-text"><span
            dir="auto">${person.displayName || person.username}</span><small>${t(
                `roles.${person.role}`,
            )}</small></span></p>
        <ul><li><a class="menu-item" href="/people/${encodeURIComponent(person.id)}"
            data-testid="nav-me">${icons.person}<span>${t('nav.profile')}</span></a></li>${ACCOUNT.map(
            ({ path, section, label, icon }) =>
                html`<li><a class="menu-item" href="${path}"
            data-testid="nav-${section}">${icon}<span>${t(label)}</span></a></li>`,
        )}</ul>
        <ul>
            <li><button type="button" class="menu-item" data-theme-switch data-testid="theme-switch"></button></li>
            <li class="account-keys"><button type="button" class="menu-item" data-help
                data-testid="nav-shortcuts">${icons.keyboard}<span>${t('help.title')}</span></button></li>
            <li><button type="button" class="menu-item" data-sign-out
                data-testid="nav-sign-out">${icons.signOut}<span>${t('profile.signOut')}</span></button></li>
        </ul>
    </div>`;
}

/** @param {HTMLElement} menu @param {HTMLElement} button opens the menu */
export function bindAccountMenu(menu, button) {
    const theme = find(menu, '[data-theme-switch]');
    const nameTheme = () => {
        const other = otherTheme();
        const icon = other === 'dark' ? icons.moon : icons.sun;
        render(theme, html`${icon}<span>${t(`nav.${other}Theme`)}</span>`);
    };
    nameTheme();
    button.setAttribute('aria-expanded', 'false');
    menu.addEventListener('beforetoggle', nameTheme);
    menu.addEventListener('toggle', () => button.setAttribute('aria-expanded', String(menu.matches(':popover-open'))));
    theme.addEventListener('click', () => {
        void switchTheme();
        nameTheme();
    });
    menu.addEventListener('click', (event) => {
        if (/** @type {Element} */ (event.target).closest('a, [data-sign-out], [data-help]')) menu.hidePopover();
    });
    // Tab past its end closes it, as in a menu.
    menu.addEventListener('focusout', ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && relatedTarget !== button && !menu.contains(relatedTarget))
            menu.hidePopover();
    });
}
