// @ts-check
// Shared parts of the library's pages: the head with title and search, the tabs, and the choice between grid and
// list.

import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { bindHead, layoutChoice, libraryHead } from './head.js';
import { bindInside } from './inside.js';

const TABS = /** @type {const} */ (['albums', 'artists', 'genres', 'popular', 'tracks', 'liked', 'playlists']);

/**
 * The kind that each page searches. The likes page has none, since the other pages find its items.
 * @type {Partial<Record<typeof TABS[number], import('./found.js').Kind>>}
 */
const KINDS = {
    albums: 'albums',
    artists: 'artists',
    genres: 'genres',
    popular: 'tracks',
    tracks: 'tracks',
    playlists: 'playlists',
};

/**
 * @param {HTMLElement} root
 * @param {{ tab: typeof TABS[number], tools?: unknown, layouts?: boolean, signal: AbortSignal,
 *   onLayout?: (layout: 'grid'|'list') => void }} parts
 * @returns {HTMLElement} the container of the page's own list
 */
export function libraryFrame(root, { tab, tools, layouts = true, signal, onLayout }) {
    const kind = KINDS[tab];
    const asked = kind ? (new URLSearchParams(location.search).get('q') ?? '').trim() : '';
    render(
        root,
        html`<div class="page">
        ${libraryHead({
            title: t(`library.${tab}`),
            text: asked,
            search: kind && t(`library.find.${kind}`),
            lists: tab !== 'playlists',
        })}
        <div class="toolbar">
            <nav class="tabs"
                aria-label="${t('library.title')}">${TABS.map(
                    (name) =>
                        html`<a href="${name === 'playlists' ? '/playlists' : `/library/${name}`}"
                            data-testid="tab-${name}"
                aria-current="${name === tab ? 'page' : 'false'}">${t(`library.${name}`)}</a>`,
                )}</nav>
            <div class="toolbar-tools">${tools}${layouts && layoutChoice()}</div>
        </div>
        <div data-list></div>
    </div>`,
    );
    root.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    const path = tab === 'playlists' ? '/playlists' : `/library/${tab}`;
    const inside = kind && bindInside(root, { kind, path, signal });
    bindHead(root, {
        signal,
        search: inside?.search,
        onLayout: (layout) => {
            onLayout?.(layout);
            inside?.redraw();
        },
    });
    return find(root, '[data-list]');
}
