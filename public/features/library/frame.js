// @ts-check
// The shared parts of the library's pages: the heading, the tabs, and the choice between grid and list.

import { delegate, find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { icons } from '../../elements/icons.js';

const TABS = /** @type {const} */ (['albums', 'artists', 'genres', 'popular', 'tracks', 'liked', 'playlists']);

/**
 * @param {HTMLElement} root
 * @param {{ tab: typeof TABS[number], tools?: unknown, layouts?: boolean, signal: AbortSignal,
 *   onLayout?: (layout: 'grid'|'list') => void }} parts
 * @returns {HTMLElement} where the page's own list goes
 */
export function libraryFrame(root, { tab, tools, layouts = true, signal, onLayout }) {
    const layout = preferences.get('layout', 'grid');
    render(
        root,
        html`<div class="page">
        <header class="page-head"><h1>${t('library.title')}</h1></header>
        <div class="toolbar">
            <nav class="tabs"
                aria-label="${t('library.title')}">${TABS.map(
                    (name) =>
                        html`<a href="${name === 'playlists' ? '/playlists' : `/library/${name}`}"
                            data-testid="tab-${name}"
                aria-current="${name === tab ? 'page' : 'false'}">${t(`library.${name}`)}</a>`,
                )}</nav>
            <div class="toolbar-tools">${tools}${
                layouts &&
                html`<div class="segments" role="group" aria-label="${t('library.layout')}">
                ${toggle('grid', layout, icons.grid)}${toggle('list', layout, icons.list)}</div>`
            }</div>
        </div>
        <div data-list></div>
    </div>`,
    );
    root.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
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
    return find(root, '[data-list]');
}

/** @param {'grid'|'list'} layout @param {string} chosen @param {unknown} icon */
function toggle(layout, chosen, icon) {
    return html`<button type="button" class="segment" data-layout="${layout}" data-testid="layout-${layout}"
        aria-pressed="${String(layout === chosen)}" aria-label="${t(`library.${layout}`)}"
        title="${t(`library.${layout}`)}">${icon}</button>`;
}
