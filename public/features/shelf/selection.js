// @ts-check
// The selection in a shelf list. A bar above the list shows the count and its buttons.

import { delegate, find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';

/** @typedef {ReturnType<typeof html>} Markup */

/**
 * @param {HTMLElement} root contains a `[data-selection]` for the bar, and the list, whose rows have `data-key`
 * @param {{ items: () => readonly { id: string }[], buttons: () => Markup, signal: AbortSignal }} options
 */
export function selectionOf(root, { items, buttons, signal }) {
    /** @type {Set<string>} */
    const ids = new Set();
    const draw = () => {
        const bar = find(root, '[data-selection]');
        bar.hidden = ids.size === 0;
        if (ids.size > 0)
            render(bar, html`<strong>${t('playlists.selected', { count: ids.size })}</strong>${buttons()}`);
    };
    delegate(
        root,
        'change',
        '[data-select]',
        (box) => {
            const id = keyOf(box);
            if (!id || !items().some((one) => one.id === id)) return;
            if (/** @type {HTMLInputElement} */ (box).checked) ids.add(id);
            else ids.delete(id);
            draw();
        },
        signal,
    );
    return {
        ids,
        draw,
        clear() {
            ids.clear();
            draw();
        },
        /**
         * Deselects items that are no longer in the list.
         * @param {readonly { id: string }[]} present
         */
        retain(present) {
            const known = new Set(present.map((one) => one.id));
            for (const id of ids) if (!known.has(id)) ids.delete(id);
            draw();
        },
    };
}

/**
 * ID of the row that contains an element.
 * @param {Element} element
 */
export function keyOf(element) {
    return /** @type {HTMLElement | null} */ (element.closest('[data-key]'))?.dataset.key;
}
