// @ts-check
// The shared parts of the library's pages: the head, the tabs, and the choice between grid and list.

import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { bindHead, layoutChoice, libraryHead } from './head.js';

const TABS = /** @type {const} */ (['albums', 'artists', 'genres', 'popular', 'tracks', 'liked', 'playlists']);

/**
 * @param {HTMLElement} root
 * @param {{ tab: typeof TABS[number], tools?: unknown, layouts?: boolean, signal: AbortSignal,
 *   onLayout?: (layout: 'grid'|'list') => void }} parts
 * @returns {HTMLElement} where the page's own list goes
 */
export function libraryFrame(root, { tab, tools, layouts = true, signal, onLayout }) {
    render(
        root,
        html`<div class="page">
        ${libraryHead()}
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
    root.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    bindHead(root, { signal, onLayout });
    return find(root, '[data-list]');
}
