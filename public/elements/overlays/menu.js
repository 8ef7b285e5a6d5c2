// @ts-check
// A menu at a button: arrow keys, Home, End, first letters; Escape and a click elsewhere close it.

import { append, html } from '../../core/html.js';

/** @typedef {{ label: string, icon?: unknown, run: () => void, danger?: boolean, testid?: string }} MenuItem */

/** @type {(() => void) | undefined} */
let closeOpen;
/** @type {{ x: number, y: number } | undefined} where the next menu opens, whatever its button says */
let wanted;

/**
 * Opens the menu of a button elsewhere, as at the pointer that asked for it.
 * @param {{ x: number, y: number } | undefined} point
 * @param {() => void} press
 */
export function openAt(point, press) {
    wanted = point;
    press();
    wanted = undefined;
}

/**
 * @param {HTMLElement} anchor
 * @param {MenuItem[]} items
 * @param {{ x: number, y: number }} [point]
 */
export function openMenu(anchor, items, point) {
    closeOpen?.();
    const leaving = new AbortController();
    const { signal } = leaving;
    const menu = document.createElement('div');
    menu.className = 'menu';
    menu.setAttribute('role', 'menu');
    append(
        menu,
        html`${items.map(
            (item, index) =>
                html`<button type="button" role="menuitem" tabindex="-1" data-index="${index}"
            class="menu-item ${item.danger ? 'is-danger' : ''}"
            data-testid="${item.testid ?? 'menu-item'}">${item.icon}<span>${item.label}</span></button>`,
        )}`,
    );
    // Over a dialog there is nothing but what is in it.
    (anchor.closest('dialog') ?? document.body).append(menu);
    anchor.setAttribute('aria-expanded', 'true');
    place(menu, anchor, wanted ?? point);
    const buttons = /** @type {HTMLButtonElement[]} */ ([...menu.querySelectorAll('button')]);
    buttons[0]?.focus({ preventScroll: true });

    const close = (/** @type {boolean} */ refocus) => {
        closeOpen = undefined;
        leaving.abort();
        menu.remove();
        anchor.removeAttribute('aria-expanded');
        if (refocus && anchor.isConnected) anchor.focus({ preventScroll: true });
    };
    closeOpen = () => close(false);

    menu.addEventListener('click', (event) => {
        const button = /** @type {HTMLElement | null} */ (
            /** @type {Element} */ (event.target).closest('[data-index]')
        );
        if (!button) return;
        close(true);
        items[Number(button.dataset.index)].run();
    });
    menu.addEventListener('keydown', (event) => {
        const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
        const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
        if (to !== undefined) {
            event.preventDefault();
            buttons[(to + buttons.length) % buttons.length].focus();
        } else if (event.key === 'Escape' || event.key === 'Tab') {
            event.preventDefault();
            event.stopPropagation();
            close(true);
        } else if (event.key.length === 1 && event.key !== ' ') {
            const key = event.key.toLocaleLowerCase();
            const order = [...buttons.slice(at + 1), ...buttons.slice(0, at + 1)];
            order.find((button) => button.textContent?.trim().toLocaleLowerCase().startsWith(key))?.focus();
        }
    });
    document.addEventListener(
        'pointerdown',
        (event) => {
            if (!menu.contains(/** @type {Node} */ (event.target))) close(false);
        },
        { signal, capture: true },
    );
    addEventListener('resize', () => close(false), { signal });
    addEventListener('scroll', () => close(false), { signal, passive: true });
    addEventListener('popstate', () => close(false), { signal });
}

/** @param {HTMLElement} menu @param {HTMLElement} anchor @param {{ x: number, y: number } | undefined} point */
function place(menu, anchor, point) {
    const box = anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = menu;
    const wantedX = point?.x ?? box.right - width;
    const below = point?.y ?? box.bottom + 4;
    const above = (point?.y ?? box.top - 4) - height;
    const fits = below + height < innerHeight - 8;
    menu.style.left = `${Math.max(8, Math.min(wantedX, innerWidth - width - 8))}px`;
    menu.style.top = `${Math.max(8, fits ? below : above)}px`;
}
