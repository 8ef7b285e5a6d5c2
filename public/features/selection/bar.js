// @ts-check
// The selection bar: the count, main actions, the menu of all actions, and the button to clear.

import { announce } from '../../core/announce.js';
import { debounced } from '../../core/debounce.js';
import { delegate, find, focusHeading } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { number } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { openMenu } from '../../elements/overlays/menu.js';
import { toast } from '../../elements/overlays/toast.js';
import { usualActions } from './actions.js';
import { MOST, selection } from './model.js';

/** @typedef {import('./actions.js').SelectionAction} SelectionAction */

/** Delay of announcements. A range that grows by keys is announced once. */
const PAUSE_MS = 400;

/** @type {{ host: HTMLElement, binding: object, close: () => void } | undefined} */
let open;

/** @returns {SelectionAction[]} */
const actions = () => [...usualActions(), ...(selection.binding?.actions?.() ?? [])];

/** Shows the bar while songs are selected. */
export function showBar() {
    const { binding } = selection;
    if (!binding || selection.size === 0) return;
    // An overlay makes the rest of the page inert, so the bar goes inside it.
    const place = /** @type {HTMLElement} */ (binding.root.closest('.sheet, .overlay') ?? document.body);
    if (open?.binding === binding && open.host.parentElement === place) return update();
    open?.close();
    const leaving = new AbortController();
    const { signal } = leaving;
    const host = document.createElement('div');
    host.className = 'selection-place';
    render(
        host,
        html`<section class="selection-bar" aria-label="${t('playlists.selection')}" data-testid="selection-bar">
            <button type="button" class="icon-button" data-select-none data-testid="select-none"
                aria-label="${t('playlists.selectNone')}" title="${t('playlists.selectNone')}">${icons.close}</button>
            <p class="selection-count"><strong data-count data-testid="selection-count"></strong><span
                data-note></span></p>
            <div class="selection-actions" data-actions></div></section>`,
    );
    place.append(host);
    document.documentElement.classList.add('has-selection');
    delegate(host, 'click', '[data-select-none]', () => selection.clear(), signal);
    delegate(host, 'click', '[data-act]', (button) => void act(actions()[Number(button.dataset.act)]), signal);
    delegate(host, 'click', '[data-all-actions]', (button) => openSelectionMenu(button), signal);
    selection.addEventListener('change', update, { signal });
    let last = document.activeElement;
    binding.root.addEventListener(
        'focusin',
        ({ target }) => {
            last = /** @type {Element} */ (target);
        },
        { signal },
    );
    open = {
        host,
        binding,
        close() {
            open = undefined;
            leaving.abort();
            said.cancel();
            const hadFocus = host.contains(document.activeElement);
            host.remove();
            document.documentElement.classList.remove('has-selection');
            if (!hadFocus) return;
            // Returns the focus to the row that had it last, unless that was removed.
            if (last instanceof HTMLElement && binding.root.contains(last)) return last.focus();
            if (focusHeading(place === document.body ? find(document, 'main') : place)) return;
            /** @type {HTMLElement | null} */ (place.querySelector('h2'))?.focus();
        },
    };
    draw(host);
    update();
}

/**
 * The menu of all actions, opened at a selected row or at the bar.
 * @param {HTMLElement} anchor
 * @param {{ x: number, y: number }} [point]
 */
export function openSelectionMenu(anchor, point) {
    const list = selection.list;
    const items = actions().map(({ label, icon, danger, ...action }) => ({
        label,
        icon,
        danger,
        run: () => void act({ label, icon, ...action }),
    }));
    const isWhole = list !== undefined && selection.size >= Math.min(list.total, MOST);
    openMenu(
        anchor,
        [
            ...items,
            ...(list && !isWhole
                ? [{ label: t('selection.all'), icon: icons.list, run: () => selection.all(list) }]
                : []),
            { label: t('playlists.selectNone'), icon: icons.close, run: () => selection.clear() },
        ],
        point,
    );
}

/** @param {SelectionAction} action */
async function act(action) {
    const bar = open?.host.querySelector('.selection-bar');
    bar?.setAttribute('aria-busy', 'true');
    try {
        const songs = await selection.songs();
        if (action.ends) selection.clear();
        await action.run(songs);
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    } finally {
        bar?.removeAttribute('aria-busy');
    }
}

/** @param {HTMLElement} host */
function draw(host) {
    render(
        find(host, '[data-actions]'),
        html`${actions().map(
            ({ name, label, icon, isMain, danger }, index) =>
                isMain &&
                html`<button type="button" class="selection-action ${danger ? 'is-danger' : ''}" data-act="${String(
                    index,
                )}" data-testid="${name}-selected" aria-label="${label}" title="${label}">${icon}<span
                aria-hidden="true">${label}</span></button>`,
        )}<button type="button" class="icon-button" data-all-actions aria-haspopup="menu"
            aria-label="${t('tracks.more')}" title="${t('tracks.more')}"
            data-testid="selection-menu">${icons.more}</button>`,
    );
}

function update() {
    if (!open) return;
    const { size, isCut, list } = selection;
    if (size === 0 || !list) return open.close();
    const count = t('playlists.selected', { count: size });
    const note = isCut
        ? t('selection.cut', { most: number(MOST, currentLocale()), total: number(list.total, currentLocale()) })
        : '';
    find(open.host, '[data-count]').textContent = count;
    find(open.host, '[data-note]').textContent = note;
    said.later([count, note].filter(Boolean).join('. '));
}

const said = debounced(PAUSE_MS, async (/** @type {string} */ text) => announce(text));
