// @ts-check
// A list of a hundred thousand things of which the document holds a few screens: it keeps the whole list's height, so
// that the scroll bar tells the truth, and fills in what comes into sight.

import { isAbort } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { find, focusHeading, onLeave } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { fragment, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { toast } from '../overlays/toast.js';
import { errorState } from '../states/states.js';
import { inSight } from './paged-source.js';

/** Rows that scroll past faster than this are not fetched. */
const FETCH_AFTER_MS = 70;

/**
 * @template T
 * @param {HTMLElement} host
 * @param {object} parts
 * @param {() => Promise<import('./paged-source.js').PagedSource<T>>} parts.open
 * @param {unknown} parts.frame markup with the element that takes the items, marked `data-items`
 * @param {(item: T, index: number) => unknown} parts.item
 * @param {(index: number) => unknown} parts.blank what stands for an item that is on its way, of the same size
 * @param {unknown} parts.skeleton
 * @param {() => unknown} parts.empty
 * @param {AbortSignal} parts.signal
 * @param {string} [parts.container] where items go when the frame cannot carry the mark
 * @param {(source: import('./paged-source.js').PagedSource<T>) => void} [parts.opened]
 */
export function virtualList(
    host,
    { open, frame, item, blank, skeleton, empty, signal, container = '[data-items]', opened },
) {
    /** @type {import('./paged-source.js').PagedSource<T>} */
    let source;
    /** @type {HTMLElement} */
    let list;
    /** @type {Map<number, HTMLElement>} */
    const shown = new Map();
    let line = 0;
    let columns = 1;
    let awaited = false;
    let lastTop = 0;

    // The browser would keep a row in its place that is exchanged here, and move the page back and forth for ever.
    host.style.overflowAnchor = 'none';
    render(host, skeleton);

    const begin = async () => {
        try {
            source = await open();
            // The first page before the first paint of the list: no flicker of blanks.
            await source.ensure(0, 1);
        } catch (error) {
            if (signal.aborted || isAbort(error)) return;
            render(host, errorState(error));
            host.querySelector('[data-retry]')?.addEventListener('click', () => {
                render(host, skeleton);
                void begin();
            });
            return;
        }
        if (signal.aborted) return;
        opened?.(source);
        if (source.total === 0) return render(host, empty());
        render(host, frame);
        list = find(host, container);
        measure();
        update();
        const scrolled = () => {
            if (awaited) return;
            awaited = true;
            requestAnimationFrame(() => {
                awaited = false;
                if (!signal.aborted) update();
            });
        };
        addEventListener('scroll', scrolled, { passive: true, signal });
        const resized = new ResizeObserver(() => {
            if (measure()) update();
        });
        resized.observe(host);
        onLeave(signal, () => resized.disconnect());
    };

    /** Learns the size of a line from a real one; true when it is another than before. */
    const measure = () => {
        const probe = shown.values().next().value ?? add(0, null);
        const style = getComputedStyle(list);
        const isGrid = style.display === 'grid';
        const height = probe.getBoundingClientRect().height + (isGrid ? Number.parseFloat(style.rowGap) || 0 : 0);
        const across = isGrid ? style.gridTemplateColumns.split(' ').length : 1;
        if (Math.abs(height - line) < 0.5 && across === columns) return false;
        line = height;
        columns = across;
        return true;
    };

    const update = () => {
        const top = scrollY - (list.getBoundingClientRect().top + scrollY);
        const sight = inSight({ top, height: innerHeight, line, columns, total: source.total });
        for (const [index, element] of shown) {
            if (index >= sight.first && index < sight.last) continue;
            // The focus must not fall out of the page with its row.
            if (element.contains(document.activeElement)) focusHeading(find(document, 'main'));
            element.remove();
            shown.delete(index);
        }
        let isWhole = true;
        /** @type {HTMLElement | null} */
        let next = null;
        for (let index = sight.last - 1; index >= sight.first; index -= 1) {
            const there = shown.get(index);
            const isHere = source.at(index) !== undefined;
            isWhole &&= isHere;
            if (there && (!isHere || !there.hasAttribute('data-blank'))) next = there;
            else next = add(index, next, there);
        }
        pad(sight.before, sight.after);
        // Fast scrolling must not fetch every page on the way.
        if (!isWhole) void (Math.abs(top - lastTop) > innerHeight ? fetchSoon.later(sight) : fetch(sight));
        lastTop = top;
    };

    /**
     * @param {number} index
     * @param {HTMLElement | null} before
     * @param {HTMLElement} [instead] the blank that it takes the place of
     */
    const add = (index, before, instead) => {
        const one = source.at(index);
        const element = /** @type {HTMLElement} */ (
            fragment(one === undefined ? blank(index) : item(one, index)).firstElementChild
        );
        element.toggleAttribute('data-blank', one === undefined);
        if (element.tagName === 'TR') element.setAttribute('aria-rowindex', String(index + 2));
        else {
            element.setAttribute('aria-posinset', String(index + 1));
            element.setAttribute('aria-setsize', String(source.total));
        }
        if (instead) instead.replaceWith(element);
        else list.insertBefore(element, before ?? list.querySelector(':scope > [data-space=after]'));
        shown.set(index, element);
        return element;
    };

    /** @param {number} before @param {number} after */
    const pad = (before, after) => {
        if (list.tagName !== 'TBODY') {
            list.style.paddingTop = `${before}px`;
            list.style.paddingBottom = `${after}px`;
            return;
        }
        space('before', before);
        space('after', after);
    };

    /**
     * A row without content: padding means nothing to a table's body.
     * @param {'before'|'after'} side
     * @param {number} height
     */
    const space = (side, height) => {
        let row = /** @type {HTMLElement | null} */ (list.querySelector(`:scope > [data-space=${side}]`));
        if (!row) {
            row = /** @type {HTMLElement} */ (
                fragment(html`<tr data-space="${side}" aria-hidden="true" role="presentation"></tr>`).firstElementChild
            );
            if (side === 'before') list.prepend(row);
            else list.append(row);
        }
        row.style.height = `${height}px`;
    };

    const fetch = async (/** @type {{ first: number, last: number }} */ sight) => {
        try {
            if ((await source.ensure(sight.first, sight.last)) && !signal.aborted) update();
        } catch (error) {
            if (signal.aborted || isAbort(error)) return;
            toast(explain(error), {
                kind: 'error',
                id: 'list',
                actions: [{ label: t('actions.retry'), run: () => update() }],
            });
        }
    };
    const fetchSoon = debounced(FETCH_AFTER_MS, fetch);
    onLeave(signal, () => fetchSoon.cancel());

    return {
        ready: begin(),
        /** Shows what the list has become, where one is in it. */
        async reload() {
            if (!list?.isConnected) return begin();
            const fresh = await open();
            const places = [...shown.keys()];
            const held = places.find((place) => shown.get(place)?.contains(document.activeElement));
            await fresh.ensure(Math.min(...places, fresh.total), Math.max(...places, 0) + 1);
            if (signal.aborted) return;
            source = fresh;
            opened?.(source);
            for (const element of shown.values()) element.remove();
            shown.clear();
            if (source.total === 0) render(host, empty());
            else update();
            // The focus stays at its place in the list.
            if (held === undefined) return;
            const next = /** @type {HTMLElement | null | undefined} */ (
                shown.get(Math.min(held, source.total - 1))?.querySelector('[aria-haspopup], button, a')
            );
            if (next) next.focus({ preventScroll: true });
            else focusHeading(find(document, 'main'));
        },
        /** @param {number} index */
        scrollTo(index) {
            if (!list) return;
            const top = list.getBoundingClientRect().top + scrollY;
            window.scrollTo({ top: top + Math.floor(index / columns) * line - 90 });
        },
    };
}
