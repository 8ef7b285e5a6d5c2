// @ts-check
// The head of the library's pages: search, grid or list, and the button that adds a playlist.

import { delegate } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { preferences } from '../../core/preferences.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { allowed, GIVE } from '../navigation/places.js';
import { playlistDialog } from '../playlists/dialog.js';
import { playlistPath } from '../playlists/model.js';

/**
 * @param {{ title?: string, text?: string, search?: string, layouts?: boolean, lists?: boolean }} parts `text`: the
 *   search text; `search`: the field's label, by default "search the library"; `lists`: shows the button for a new
 *   playlist
 */
export function libraryHead({
    title = t('library.title'),
    text = '',
    search = t('library.search'),
    layouts = false,
    lists = true,
} = {}) {
    return html`<header class="page-head library-head"><h1>${title}</h1>
        <form class="search-box is-small library-search" role="search" data-library-search>
            <span class="search-icon" data-indicator>${icons.search}</span>
            <input type="search" name="q" value="${text}" placeholder="${search}"
                aria-label="${search}" autocomplete="off" spellcheck="false" maxlength="200"
                enterkeyhint="search" data-testid="library-search">
        </form>
        <div class="page-tools">${layouts && layoutChoice()}${
            lists &&
            may('listen') &&
            html`<button type="button" class="button is-small" data-new-playlist
            data-testid="library-new-playlist">${icons.playlist}<span
            class="library-new-name">${t('playlists.new')}</span></button>`
        }${
            allowed([GIVE], may).length > 0 &&
            html`<a class="button is-small is-primary" href="${GIVE.path}"
            data-testid="open-give">${icons.plus}<span class="library-new-name">${t(GIVE.label)}</span></a>`
        }</div></header>`;
}

/** The choice between grid and list. */
export function layoutChoice() {
    const chosen = preferences.get('layout', 'grid');
    const toggle = (/** @type {'grid'|'list'} */ layout, /** @type {unknown} */ icon) =>
        html`<button type="button" class="segment" data-layout="${layout}" data-testid="layout-${layout}"
            aria-pressed="${String(layout === chosen)}" aria-label="${t(`library.${layout}`)}"
            title="${t(`library.${layout}`)}">${icon}</button>`;
    return html`<div class="segments" role="group" aria-label="${t('library.layout')}">
        ${toggle('grid', icons.grid)}${toggle('list', icons.list)}</div>`;
}

/**
 * @param {HTMLElement} root
 * @param {{ signal: AbortSignal, onLayout?: (layout: 'grid'|'list') => void,
 *   search?: (text: string) => void }} parts `search`: by default opens the library's first page with the text
 */
export function bindHead(root, { signal, onLayout, search }) {
    delegate(
        root,
        'click',
        '[data-layout]',
        (button) => {
            const chosen = button.dataset.layout === 'list' ? 'list' : 'grid';
            preferences.set({ layout: chosen });
            for (const other of root.querySelectorAll('[data-layout]'))
                other.setAttribute('aria-pressed', String(other === button));
            onLayout?.(chosen);
        },
        signal,
    );
    delegate(
        root,
        'submit',
        '[data-library-search]',
        (form, event) => {
            event.preventDefault();
            const text = String(new FormData(/** @type {HTMLFormElement} */ (form)).get('q') ?? '').trim();
            if (search) search(text);
            else if (text) navigate(`/library?q=${encodeURIComponent(text)}`);
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-new-playlist]',
        () => playlistDialog(undefined, (playlist) => navigate(playlistPath(playlist.id))),
        signal,
    );
}
