// @ts-check
// The search of one library page. Results of the page's kind replace its list.

import { isAbort } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { find, onLeave } from '../../core/dom.js';
import { append, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { rewriteAddress } from '../../core/navigate.js';
import { icons, spinner } from '../../elements/icons.js';
import { errorState } from '../../elements/states/states.js';
import { bindTracks } from '../track/table.js';
import { findInLibrary, showFound } from './found.js';

/** @typedef {import('./found.js').Kind} Kind */

const PAUSE_MS = 500;

/**
 * @param {HTMLElement} root
 * @param {{ kind: Kind, path: string, signal: AbortSignal }} parts `path` of the page
 * @returns {{ search: (text: string) => void, redraw: () => void }} `search` runs without a delay
 */
export function bindInside(root, { kind, path, signal }) {
    const page = find(root, '.page');
    const input = /** @type {HTMLInputElement} */ (find(root, '[name=q]'));
    const host = document.createElement('div');
    host.className = 'library-found';
    host.hidden = true;
    host.dataset.testid = 'library-found';
    page.append(host);
    /** @type {import('./found.js').Found | undefined} */
    let found;
    bindTracks(host, (row) => ({ tracks: found?.tracks ?? [], index: Number(row.dataset.index) }), signal);

    const see = (/** @type {boolean} */ isFound) => {
        page.classList.toggle('is-finding', isFound);
        host.hidden = !isFound;
    };
    const busy = (/** @type {boolean} */ on) => {
        host.setAttribute('aria-busy', String(on));
        render(find(root, '[data-indicator]'), on ? spinner : icons.search);
    };
    const redraw = () => {
        const text = input.value.trim();
        if (!found || host.hidden || !text) return;
        const everything = `/library?q=${encodeURIComponent(text)}`;
        showFound(host, text, found, true);
        append(
            host,
            html`<p><a class="text-link" href="${everything}"
                data-testid="library-everything">${t('palette.everything', { query: text })}</a></p>`,
        );
    };
    const search = debounced(PAUSE_MS, async (/** @type {string} */ text, abort) => {
        rewriteAddress(`${path}?q=${encodeURIComponent(text)}`);
        busy(true);
        try {
            found = await findInLibrary(text, abort, kind);
            see(true);
            redraw();
        } catch (error) {
            if (isAbort(error) || abort.aborted) return;
            see(true);
            render(host, errorState(error));
            host.querySelector('[data-retry]')?.addEventListener('click', () => void search.now(text));
        }
        busy(false);
    });
    const clear = () => {
        search.cancel();
        busy(false);
        rewriteAddress(path);
        see(false);
    };
    onLeave(signal, () => search.cancel());
    const look = (/** @type {string} */ text) => (text ? void search.now(text) : clear());
    input.addEventListener('input', () => {
        const text = input.value.trim();
        if (text) search.later(text);
        else clear();
    });
    if (input.value.trim()) look(input.value.trim());
    return { search: look, redraw };
}
