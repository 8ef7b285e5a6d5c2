// @ts-check
// Results of the outside catalog below the library's. They have their own request, indicator and errors, so the
// library's results never wait for them.

import { announce } from '../../core/announce.js';
import { isAbort } from '../../core/api.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { bindOutside, outsideList } from './list.js';
import { apart, searchOutside } from './model.js';

/**
 * @param {HTMLElement} host
 * @param {(song: import('./model.js').OutsideSong) => void} post posts a song on the board
 * @param {AbortSignal} signal of the page
 * @returns {{ search: (text: string, shown: Promise<ReadonlySet<string>>, abort: AbortSignal) => Promise<void>,
 *   clear: () => void }} `shown`: IDs of the tracks among the library's results
 */
export function outsideSection(host, post, signal) {
    /** @type {readonly import('./model.js').OutsideSong[]} */
    let songs = [];
    let isOff = false;
    bindOutside(host, { songs: () => songs, post }, signal);
    const show = (/** @type {unknown} */ content, isBusy = false) => {
        host.setAttribute('aria-busy', String(isBusy));
        const head = html`<header class="section-head"><h2>${t('outside.title')}</h2></header>`;
        render(host, html`${content && html`<section data-testid="outside">${head}${content}</section>`}`);
    };
    const clear = () => {
        songs = [];
        show(undefined);
    };
    return {
        clear,
        search: async (text, shown, abort) => {
            if (isOff) return;
            songs = [];
            // Before the first response the client does not know whether an outside catalog is configured.
            if (host.dataset.isOn) show(rowsSkeleton(3), true);
            try {
                const answer = await searchOutside(text, abort);
                const tracks = await shown;
                if (abort.aborted) return;
                isOff = answer.state === 'off';
                if (isOff) return clear();
                host.dataset.isOn = 'true';
                if (answer.state === 'unavailable') return show(notice(t('outside.unavailable')));
                songs = apart(answer.items, tracks);
                show(songs.length > 0 ? outsideList(songs) : notice(t('outside.none', { query: text })));
                announce(t('outside.found', { count: songs.length }));
            } catch (error) {
                if (!isAbort(error) && !abort.aborted) show(notice(t('outside.unavailable')));
            }
        },
    };
}

/** @param {string} text */
const notice = (text) => html`<p class="quiet" role="status" data-testid="outside-notice">${text}</p>`;
