// @ts-check
// The library's long lists: sort and filters in the address, the virtual list, and its alphabet.

import { api } from '../../core/api.js';
import { delegate, find, onLeave } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { append, attribute, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { restartable } from '../../core/restartable-signal.js';
import { quiet } from '../../core/stable-updates.js';
import { FILTERS, keepInAddress, mountFilters, readFilters } from '../../elements/forms/list-filters.js';
import { PagedSource } from '../../elements/lists/paged-source.js';
import { virtualList } from '../../elements/lists/virtual-list.js';
import { toast } from '../../elements/overlays/toast.js';
import { announceOrder } from '../track/sort.js';
import { fitting } from './alphabet.js';
import { bindLetters, letterBar } from './letter-bar.js';

const STEP = 100;

/** @typedef {import('../../elements/forms/list-filters.js').Filters} Filters */

/** @param {readonly string[]} sorts @param {string} sort */
export function sortSelect(sorts, sort) {
    return html`<span data-filter-button></span><label
        class="inline-select"><span class="visually-hidden">${t('library.sort')}</span>
        <select data-sort
            data-testid="sort">${sorts.map(
                (name) =>
                    html`<option value="${name}"
            ${attribute('selected', name === sort)}>${t(`library.sortBy.${name}`)}</option>`,
            )}</select></label>`;
}

/**
 * @template T
 * @param {HTMLElement} root
 * @param {HTMLElement} host
 * @param {object} parts
 * @param {string} parts.path of the page
 * @param {URLSearchParams} parts.query of the page
 * @param {string} parts.list path of the API's list
 * @param {string} parts.sort
 * @param {boolean} [parts.isDown] reverses the direction of `order`
 * @param {string} parts.usual the default sort, which the address omits
 * @param {(sort: string) => Record<string, string>} parts.order the list's query for a sort
 * @param {readonly (keyof Filters)[]} [parts.filters] the filters that the list supports
 * @param {(sort: string) => Record<string, string>[]} [parts.instead] orders to try when the list is empty, the best
 *   first
 * @param {(sort: string, isDown?: boolean) => void} [parts.sorted]
 * @param {() => void} [parts.changed] called when the list's order or contents change
 * @param {(order: import('../track/sort.js').Order, filters: Filters) => Omit<Parameters<typeof virtualList<T>>[1],
 *   'open'|'signal'|'opened'>} parts.look
 * @param {(source: PagedSource<T>) => void} [parts.opened]
 * @param {AbortSignal} parts.signal
 */
export function libraryList(
    root,
    host,
    {
        path,
        query,
        list,
        sort,
        isDown = false,
        usual,
        order,
        instead = () => [],
        filters: known = FILTERS,
        sorted,
        changed = () => {},
        look,
        opened,
        signal,
    },
) {
    const restart = restartable(signal);
    let filters = readFilters(query, known);
    /** @type {ReturnType<typeof virtualList<T>> | undefined} */
    let shown;

    const note = document.createElement('p');
    note.className = 'page-lead list-note';
    note.dataset.testid = 'list-note';
    note.hidden = true;
    host.before(note);

    const draw = () => {
        const ending = restart();
        const ordered = { ...order(sort) };
        if (isDown) ordered.order = ordered.order === 'desc' ? 'asc' : 'desc';
        const choices = { ...ordered, ...filters };
        host.parentElement?.querySelector('[data-letters]')?.remove();
        shown = virtualList(host, {
            ...look({ by: sort, isDown: ordered.order === 'desc' }, filters),
            signal: ending,
            open: async () => {
                for (const [place, one] of [
                    choices,
                    ...instead(sort).map((other) => ({ ...other, ...filters })),
                ].entries()) {
                    const outline = await api.get(`${list}/outline`, { query: { ...one, step: STEP }, signal: ending });
                    const isLast = place === instead(sort).length;
                    if (outline.total === 0 && !isLast) continue;
                    const isOther = place > 0 && outline.total > 0;
                    note.hidden = !isOther;
                    note.textContent = isOther ? t('library.nothingPlayed') : '';
                    return new PagedSource(outline, (cursor, limit) =>
                        api.get(list, { query: { ...one, cursor, limit }, signal: ending }),
                    );
                }
                throw new Error('One of the orders is the last.');
            },
            opened: (source) => {
                // The bar has the height that the player and the tabs leave. Each letter is a touch target.
                const letters = fitting(
                    source.outline.letters ?? [],
                    source.total,
                    Math.max(8, Math.floor((innerHeight - (innerWidth < 900 ? 370 : 240)) / 24)),
                );
                if (letters.length > 1 && source.total > STEP / 2)
                    append(/** @type {HTMLElement} */ (host.parentElement), letterBar(letters));
                opened?.(source);
            },
        });
        return shown.ready;
    };
    /** @param {string} name @param {boolean} isTurned */
    const sortBy = (name, isTurned) => {
        [sort, isDown] = [name, isTurned];
        sorted?.(sort, isDown);
        changed();
        remember();
        return draw();
    };
    /** @param {string} column */
    const pressHead = async (column) => {
        const isTurned = column === sort && !isDown;
        const select = /** @type {HTMLSelectElement | null} */ (root.querySelector('[data-sort]'));
        if (select) select.value = column;
        await sortBy(column, isTurned);
        announceOrder({ by: column, isDown: isTurned });
        // The head was redrawn and lost the focus.
        /** @type {HTMLElement | null} */ (host.querySelector(`[data-sort-by="${column}"]`))?.focus();
    };
    const remember = () =>
        keepInAddress(path, { sort: sort === usual && !isDown ? '' : sort, turned: isDown ? '1' : '', ...filters });

    bindLetters(root, (index) => shown?.scrollTo(index), signal);
    root.querySelector('[data-sort]')?.addEventListener(
        'change',
        (event) => {
            sortBy(/** @type {HTMLSelectElement} */ (event.target).value, false);
        },
        { signal },
    );
    delegate(host, 'click', '[data-sort-by]', (button) => pressHead(button.dataset.sortBy ?? ''), signal);
    if (known.length > 0) {
        const panel = document.createElement('div');
        host.before(panel);
        mountFilters(
            find(root, '[data-filter-button]'),
            panel,
            filters,
            known,
            (chosen) => {
                filters = chosen;
                changed();
                remember();
                void draw();
            },
            signal,
        );
    }
    live.on(
        'catalogue',
        async () => {
            await quiet(host, signal);
            if (signal.aborted) return;
            // A scrolled page is not redrawn; a toast offers the update.
            if (scrollY < 200) void draw();
            else
                toast(t('library.changed'), {
                    id: 'catalogue',
                    actions: [{ label: t('actions.show'), run: () => void draw() }],
                });
        },
        signal,
    );
    onLeave(signal, () => {
        shown = undefined;
    });
    return { draw };
}
