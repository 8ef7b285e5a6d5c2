// @ts-check
// A list that is drawn anew whenever something of it has changed, as far as it was shown, with the focus where it was.

import { isAbort } from '../../core/api.js';
import { collect } from '../../core/collect-pages.js';
import { explain } from '../../core/errors.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { newest } from '../../core/newest.js';
import { pausing } from '../../core/throttle.js';
import { anchored, quiet } from '../../core/stable-updates.js';
import { toast } from '../overlays/toast.js';
import { errorState } from '../states/states.js';

const STEP = 100;

/**
 * Rows carry `data-key`, what can be focused in them `data-focus`.
 * @template T
 * @template {import('../../core/types.js').Page<T>} P
 * @param {HTMLElement} host
 * @param {object} parts
 * @param {(cursor: string | undefined, limit: number) => Promise<P>} parts.load
 * @param {(items: T[]) => unknown} parts.draw markup for all items
 * @param {() => unknown} parts.empty
 * @param {unknown} parts.skeleton
 * @param {AbortSignal} parts.signal
 * @param {(items: T[], first: P) => void} [parts.loaded]
 */
export function liveList(host, { load, draw, empty, skeleton, signal, loaded }) {
    /** @type {T[]} */
    let items = [];
    let wanted = STEP;
    let isShown = false;
    let turn = 0;
    const answers = newest();
    render(host, skeleton);

    /** @param {boolean} [isLive] nobody here has asked for it: it waits for the hands at work */
    const refresh = async (isLive = false) => {
        // The user's own change is drawn at once, whatever updates arrive meanwhile.
        const mine = isLive ? turn : ++turn;
        const number = answers.ask();
        try {
            const found = await collect((cursor) => load(cursor, STEP), wanted);
            if (isLive) await quiet(host, signal);
            if (mine !== turn || signal.aborted || !answers.isNews(number)) return;
            items = /** @type {T[]} */ (found.items);
            isShown = true;
            loaded?.(items, /** @type {P} */ (found.first));
            const focus = focused(host);
            const show = () =>
                render(
                    host,
                    items.length === 0
                        ? html`${empty()}`
                        : html`${draw(items)}${
                              found.more &&
                              html`<div class="more"><button type="button" class="button"
                                  data-load-more data-focus="more"
                            data-testid="load-more">${t('actions.loadMore')}</button></div>`
                          }`,
                );
            if (isLive) anchored(host, show);
            else show();
            focus();
        } catch (error) {
            if (isAbort(error) || signal.aborted || mine !== turn) return;
            if (isShown) return toast(explain(error), { kind: 'error' });
            render(host, errorState(error));
            host.querySelector('[data-retry]')?.addEventListener('click', () => {
                render(host, skeleton);
                void refresh();
            });
        }
    };
    host.addEventListener(
        'click',
        (event) => {
            if (!(event.target instanceof Element) || !event.target.closest('[data-load-more]')) return;
            wanted += STEP;
            void refresh();
        },
        { signal },
    );
    const later = pausing(() => refresh(true), signal);
    return {
        refresh: () => refresh(),
        ready: refresh(),
        soon: later.soon,
        get items() {
            return items;
        },
        /** Begins again, as when what is asked for is another. */
        restart() {
            wanted = STEP;
            isShown = false;
            return refresh();
        },
    };
}

/** @param {HTMLElement} host @returns {() => void} puts the focus back where it was */
export function focused(host) {
    const active = document.activeElement;
    if (!(active instanceof HTMLElement) || !host.contains(active)) return () => {};
    const key = /** @type {HTMLElement | null} */ (active.closest('[data-key]'))?.dataset.key;
    const { focus } = active.dataset;
    return () => {
        const row = key === undefined ? host : host.querySelector(`[data-key="${CSS.escape(key)}"]`);
        const again = focus && row?.querySelector(`[data-focus="${CSS.escape(focus)}"]:not(:disabled)`);
        // What cannot be used any more, such as the way up in the first row, has a neighbor.
        const other = [row, host].map((one) => one?.querySelector('[data-focus]:not(:disabled)')).find(Boolean);
        /** @type {HTMLElement | null} */ (again || other || document.querySelector('h1'))?.focus({
            preventScroll: true,
        });
    };
}
