// @ts-check
// The main navigation: a side bar on wide screens, a rail on tablets, a bar at the bottom of phones. All three share
// five links. Administration pages show links of their own in the side bar's place.

import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { onLocaleChange, t } from '../../core/i18n.js';
import { may, me, serverInfo } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { playlistFolders } from '../playlists/folders/store.js';
import { administration, allowed, currency, isAdministration, PRIMARY } from './places.js';
import { ownPlaylists, showOwnPlaylists } from './playlists.js';
import { listenToRail } from './rail.js';

/** @typedef {import('./places.js').Place} Place */

class Navigation extends HTMLElement {
    #path = '';
    #section = '';
    #drawnFor = '';
    /** @type {AbortController | undefined} */
    #drawn;

    connectedCallback() {
        this.#draw();
        me.subscribe(() => this.#draw());
        serverInfo.subscribe(() => this.#draw());
        onLocaleChange(() => this.#draw());
        listenToRail();
    }

    /**
     * Marks the open page.
     * @param {string} path @param {string} section
     */
    show(path, section) {
        this.#path = path;
        this.#section = section;
        this.toggleAttribute('data-administration', isAdministration(path));
        this.#mark();
    }

    #draw() {
        const person = me.value;
        if (!person) {
            this.#drawnFor = '';
            this.#drawn?.abort();
            ownPlaylists.set([]);
            playlistFolders.set([]);
            return void this.replaceChildren();
        }
        // A new name or picture of the user needs no redraw.
        const state = [person.id, person.permissions, serverInfo.value.name, t('nav.label')].join();
        if (state === this.#drawnFor) return;
        this.#drawnFor = state;
        this.#drawn?.abort();
        this.#drawn = new AbortController();
        const groups = administration(may);
        render(
            this,
            html`<div class="side-music">
            <nav aria-label="${t('nav.label')}"><a class="brand"
                href="/">${icons.logo}<span>${serverInfo.value.name}</span></a>
                <ul class="nav-places">${allowed(PRIMARY, may).map(primary)}</ul></nav>
            <section class="own-playlists" aria-labelledby="own-playlists" data-playlists></section>
        </div>
        ${
            groups.length > 0 &&
            html`<div class="side-administration">
            <nav aria-label="${t('nav.administration')}"><a class="brand side-back" href="/"
                data-testid="back-to-music">${icons.back}<span>${t('nav.backToMusic')}</span></a>${groups.map(group)}
            </nav></div>`
        }`,
        );
        showOwnPlaylists(find(this, '[data-playlists]'), () => this.#mark(), this.#drawn.signal);
    }

    #mark() {
        for (const link of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll('a[data-section]'))) {
            const value = currency(
                { path: link.getAttribute('href') ?? '', section: link.dataset.section ?? '' },
                this.#path,
                this.#section,
            );
            if (value) link.setAttribute('aria-current', value);
            else link.removeAttribute('aria-current');
        }
    }
}

/** @param {Place} place */
function primary({ section, path, label, icon }) {
    const isListen = section === 'listen';
    return html`<li class="nav-place"><a href="${path}" data-section="${section}" data-testid="nav-${section}"
        ${isListen && html`data-listen title="${t('recognition.title')}"`}>${icon}<span class="nav-name">${t(
            label,
        )}</span>${isListen && html`<span class="nav-hint">${t('nav.listenHint')}</span>`}</a></li>`;
}

/** @param {import('./places.js').Group} group */
function group({ name, places }) {
    const heading = `side-${name}`;
    return html`${
        name !== 'first' && html`<h2 class="side-heading" id="${heading}">${t(`nav.groups.${name}`)}</h2>`
    }<ul class="nav-places" ${name !== 'first' && html`aria-labelledby="${heading}"`}>${places.map(
        ({ section, path, label, icon }) =>
            html`<li class="nav-place"><a href="${path}" data-section="${section}"
            data-testid="nav-${section}">${icon}<span class="nav-name">${t(label)}</span></a></li>`,
    )}</ul>`;
}

customElements.define('rondo-navigation', Navigation);
