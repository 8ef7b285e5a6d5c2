// @ts-check
// A list that grows as one scrolls, with a button that does the same for those who do not.

import { announce } from '../../core/announce.js';
import { isAbort } from '../../core/api.js';
import { find, onLeave } from '../../core/dom.js';
import { append, fragment, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { anchored, quiet } from '../../core/stable-updates.js';
import { spinner } from '../icons.js';
import { errorState } from '../states/states.js';
import { focused } from './live-list.js';

/**
 * @template T
 * @param {HTMLElement} host
 * @param {object} parts
 * @param {(cursor: string | undefined, signal: AbortSignal) => Promise<import('../../core/types.js').Page<T>>}
 *   parts.load
 * @param {unknown} parts.frame markup with the element that takes the items, marked `data-items`
 * @param {(item: T, index: number) => unknown} parts.item
 * @param {unknown} parts.skeleton
 * @param {() => unknown} parts.empty
 * @param {AbortSignal} parts.signal
 * @param {string} [parts.container] where items go when the frame cannot carry the mark
 * @param {(items: T[]) => void} [parts.loaded] after each page, with all items so far
 */
export function infiniteList(host, { load, frame, item, skeleton, empty, signal, container = '[data-items]', loaded }) {
    /** @type {T[]} */
    const items = [];
    /** @type {string | undefined} */
    let cursor;
    let busy = true;
    let done = false;
    /** @type {IntersectionObserver | undefined} */
    let observer;

    render(host, skeleton);

    const first = async () => {
        try {
            const page = await load(undefined, signal);
            if (signal.aborted) return;
            if (page.items.length === 0) return render(host, empty());
            render(host, html`${frame}<div class="more" data-more></div>`);
            take(page);
            observe();
        } catch (error) {
            if (signal.aborted || isAbort(error)) return;
            render(host, errorState(error));
            host.querySelector('[data-retry]')?.addEventListener('click', () => {
                render(host, skeleton);
                void first();
            });
        } finally {
            busy = false;
        }
    };

    const next = async () => {
        if (busy || done) return;
        busy = true;
        render(find(host, '[data-more]'), html`<p class="more-busy">${spinner}${t('states.loading')}</p>`);
        try {
            take(await load(cursor, signal));
        } catch (error) {
            if (signal.aborted || isAbort(error)) return;
            render(
                find(host, '[data-more]'),
                html`<p class="form-error" role="alert">${t('states.moreFailed')}</p><button type="button"
                    class="button" data-load-more>${t('actions.retry')}</button>`,
            );
            done = true;
            listenToButton();
        } finally {
            busy = false;
        }
    };

    const take = (/** @type {import('../../core/types.js').Page<T>} */ page) => {
        if (signal.aborted) return;
        const start = items.length;
        items.push(...page.items);
        append(find(host, container), html`${page.items.map((one, index) => item(one, start + index))}`);
        cursor = page.nextCursor;
        done = !cursor;
        find(host, '[data-more]').replaceChildren(
            fragment(
                done
                    ? html``
                    : html`<button type="button" class="button" data-load-more
                        data-testid="load-more">${t('actions.loadMore')}</button>`,
            ),
        );
        if (!done) listenToButton();
        if (start > 0) announce(t('states.moreLoaded', { count: page.items.length }));
        loaded?.(items);
    };

    const listenToButton = () => {
        find(host, '[data-load-more]').addEventListener('click', () => {
            done = false;
            void next();
        });
    };

    const observe = () => {
        observer?.disconnect();
        const mine = new IntersectionObserver(
            (entries) => {
                if (entries.some((entry) => entry.isIntersecting)) void next().then(again);
            },
            { rootMargin: '900px' },
        );
        observer = mine;
        const more = find(host, '[data-more]');
        // Still in sight after a page (a tall screen): look again.
        const again = () => {
            if (!done && !signal.aborted) {
                mine.unobserve(more);
                mine.observe(more);
            }
        };
        mine.observe(more);
        onLeave(signal, () => mine.disconnect());
    };

    /**
     * Asks again for as much as is shown, and draws it anew where it is another; rows carry `data-key`, what can be
     * focused `data-focus`.
     */
    const refresh = async () => {
        if (busy) return;
        busy = true;
        try {
            /** @type {T[]} */
            const found = [];
            /** @type {string | undefined} */
            let at;
            do {
                const page = await load(at, signal);
                found.push(...page.items);
                at = page.nextCursor;
            } while (at && found.length < items.length);
            if (signal.aborted || JSON.stringify(found) === JSON.stringify(items)) return;
            await quiet(host, signal);
            if (signal.aborted) return;
            const focus = focused(host);
            items.length = 0;
            anchored(host, () => {
                if (found.length === 0) return render(host, html`${empty()}`);
                render(host, html`${frame}<div class="more" data-more></div>`);
                take({ items: found, nextCursor: at });
                observe();
            });
            focus();
        } finally {
            busy = false;
        }
    };

    return { ready: first(), items, refresh };
}
