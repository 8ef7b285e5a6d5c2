// @ts-check
// Rows of songs that can be selected: by press with Ctrl, ⌘ or Shift, by long touch, check box, or keys. While songs
// are selected, a plain press on a row selects it too.

import { announce } from '../../core/announce.js';
import { ApiError } from '../../core/api.js';
import { delegate, onLeave } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { onLongPress } from '../../elements/overlays/long-press.js';
import { toast } from '../../elements/overlays/toast.js';
import { selection } from './model.js';

/** @typedef {import('./model.js').Binding} Binding */

/** @type {Set<Binding>} */
const bindings = new Set();

/** Controls that handle a press themselves. */
const CONTROLS = 'button, input, select, textarea, label, summary, [data-grip]';
/** Focusable parts of a row. Arrow keys move to the same part of the next row, tried in this order. */
const STOPS = ['[data-track-menu]', '[data-play-row]', '[data-jump]', '[data-select]', '[data-like]', 'button', 'a'];

const indexOf = (/** @type {HTMLElement} */ row) => Number(row.dataset.index);

/** @param {HTMLElement} row */
export function isSelected(row) {
    const { binding } = selection;
    return binding !== undefined && binding.root.contains(row) && selection.has(binding.songs(row), indexOf(row));
}

/**
 * @param {Binding} binding
 * @param {AbortSignal} signal
 */
export function bindSelection(binding, signal) {
    const { root, rows, songs } = binding;
    bindings.add(binding);
    const observer = new MutationObserver(() => paint(binding));
    observer.observe(root, { childList: true, subtree: true });
    onLeave(signal, () => {
        bindings.delete(binding);
        observer.disconnect();
        if (selection.binding === binding) selection.clear();
    });
    selection.addEventListener('change', () => paint(binding), { signal });

    // On cards a long touch opens the menu.
    onLongPress(root, `:is(${rows}):not(.card)`, (row) => void press(binding, row, { isRange: isOn(binding) }), signal);
    delegate(
        root,
        'mousedown',
        rows,
        (_, event) => {
            // Prevents the browser from selecting text.
            const { shiftKey, target } = /** @type {MouseEvent} */ (event);
            if (shiftKey && !(/** @type {Element} */ (target).closest(CONTROLS))) event.preventDefault();
        },
        signal,
    );
    delegate(root, 'click', rows, (row, event) => clicked(binding, row, /** @type {MouseEvent} */ (event)), signal);
    delegate(root, 'keydown', rows, (row, event) => keyed(binding, row, /** @type {KeyboardEvent} */ (event)), signal);
    delegate(
        root,
        'focusin',
        rows,
        (row) => {
            if (selection.size === 0) selection.mark(songs(row), indexOf(row));
        },
        signal,
    );
}

/**
 * The menu item that starts a selection, for users without a mouse or touch.
 * @param {HTMLElement} row
 */
export function selectItem(row) {
    const binding = [...bindings].find(({ root }) => root.contains(row));
    if (!binding || isSelected(row)) return [];
    return [{ label: t('selection.select'), icon: icons.check, run: () => void press(binding, row, {}) }];
}

const isOn = (/** @type {Binding} */ binding) => selection.binding === binding && selection.size > 0;

/** @param {Binding} binding @param {HTMLElement} row @param {{ isRange?: boolean }} options */
async function press(binding, row, { isRange = false }) {
    activate(binding);
    if (isRange) await selection.extend(binding.songs(row), indexOf(row));
    else selection.toggle(binding.songs(row), indexOf(row));
}

/** @param {Binding} binding */
function activate(binding) {
    if (selection.binding !== binding && selection.binding) selection.clear();
    selection.binding = binding;
    import('./bar.js').then(
        ({ showBar }) => showBar(),
        () => toast(explain(new ApiError({ status: 0, code: 'network' })), { kind: 'error' }),
    );
}

/** @param {Binding} binding @param {HTMLElement} row @param {MouseEvent} event */
function clicked(binding, row, event) {
    const target = /** @type {Element} */ (event.target);
    const { ctrlKey, metaKey, shiftKey, detail } = event;
    if (target.closest('[data-select]')) return void press(binding, row, { isRange: shiftKey });
    if (event.defaultPrevented || target.closest(CONTROLS)) return;
    const withKeys = ctrlKey || metaKey || shiftKey;
    // A link works as usual with modifier keys, by keyboard, and without a selection. Else its row is toggled.
    if (target.closest('a') && (withKeys || detail === 0 || !isOn(binding))) return;
    if (!withKeys && !isOn(binding)) return selection.mark(binding.songs(row), indexOf(row));
    event.preventDefault();
    void press(binding, row, { isRange: shiftKey });
}

/** @param {Binding} binding @param {HTMLElement} row @param {KeyboardEvent} event */
function keyed(binding, row, event) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || altKey || metaKey || target.matches('select, textarea')) return;
    if (key === ' ' && ctrlKey) {
        event.preventDefault();
        return void press(binding, row, { isRange: shiftKey });
    }
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    // Cards handle arrow keys themselves.
    if (by === 0 || ctrlKey || row.matches('.card')) return;
    const all = /** @type {HTMLElement[]} */ ([...binding.root.querySelectorAll(binding.rows)]);
    const next = all[all.indexOf(row) + by];
    if (!next) return;
    event.preventDefault();
    const same = STOPS.find((stop) => target.matches(stop) && next.querySelector(stop)) ?? 'button, a';
    /** @type {HTMLElement | null} */ (next.querySelector(same))?.focus();
    next.scrollIntoView({ block: 'nearest' });
    if (!shiftKey) return;
    if (!isOn(binding)) void press(binding, row, {});
    void press(binding, next, { isRange: true });
}

/**
 * Marks the selected rows.
 * @param {Binding} binding
 */
function paint(binding) {
    const { root, rows, songs } = binding;
    const isSelecting = isOn(binding);
    if (!isSelecting && !root.classList.contains('is-selecting')) return;
    let isThere = false;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(rows))) {
        const list = songs(row);
        isThere ||= list === selection.list;
        const isChosen = isSelecting && selection.has(list, indexOf(row));
        row.classList.toggle('is-selected', isChosen);
        const box = /** @type {HTMLInputElement | null} */ (row.querySelector('[data-select]'));
        if (box) box.checked = isChosen;
    }
    root.classList.toggle('is-selecting', isSelecting);
    if (!isSelecting || selection.list?.isPaged) return;
    // The selected list is gone or replaced, unless a skeleton shows that it is still loading.
    if (!isThere && !root.querySelector('.skeleton')) selection.clear();
    else selection.retain();
}

/** Keys to select all and none, in all lists. Listens once for the whole document. */
export function listenToSelection() {
    document.addEventListener('keydown', (event) => {
        const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
        if (event.defaultPrevented || document.querySelector('dialog[open], [role=menu]')) return;
        const { binding } = selection;
        if (key === 'Escape' && binding && selection.size > 0 && !binding.root.closest('[inert]')) {
            event.preventDefault();
            selection.clear();
            return announce(t('selection.none'));
        }
        const isEditable = document.activeElement?.matches(
            'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range])',
        );
        if (key.toLowerCase() !== 'a' || ctrlKey === metaKey || shiftKey || altKey || isEditable) return;
        const found = meant();
        if (!found) return;
        event.preventDefault();
        activate(found.binding);
        selection.all(found.list);
    });
}

/** The list that "select all" applies to: the focused one, the one with a selection, or the first on the page. */
function meant() {
    const there = [...bindings].filter(({ root }) => !root.closest('[inert]'));
    const focused = document.activeElement;
    for (const binding of there) {
        const row = focused && binding.root.contains(focused) ? focused.closest(binding.rows) : null;
        if (row) return { binding, list: binding.songs(/** @type {HTMLElement} */ (row)) };
    }
    const { binding: active, list } = selection;
    if (active && list && there.includes(active)) return { binding: active, list };
    const isOfPage = (/** @type {Binding} */ { root }) => root.closest('main') !== null;
    for (const binding of there.sort((one, other) => Number(isOfPage(other)) - Number(isOfPage(one)))) {
        const row = /** @type {HTMLElement | null} */ (binding.root.querySelector(binding.rows));
        if (row) return { binding, list: binding.songs(row) };
    }
    return undefined;
}
