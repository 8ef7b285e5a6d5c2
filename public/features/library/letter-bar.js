// @ts-check
// The alphabet beside a long list. Pressing a letter goes to its first entry. It is one tab stop with arrow keys.

import { delegate } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';

/** @param {readonly import('./alphabet.js').Letter[]} letters */
export function letterBar(letters) {
    return html`<nav class="letters" aria-label="${t('library.letters')}"
        data-letters>${letters.map(
            ({ letter, index }, place) =>
                html`<button type="button" data-index="${index}" tabindex="${place === 0 ? '0' : '-1'}"
        aria-label="${t('library.goToLetter', { letter })}">${letter}</button>`,
        )}</nav>`;
}

/** @param {HTMLElement} root @param {(index: number) => void} go @param {AbortSignal} signal */
export function bindLetters(root, go, signal) {
    delegate(
        root,
        'click',
        '.letters button',
        (button) => {
            take(button);
            go(Number(button.dataset.index));
        },
        signal,
    );
    delegate(
        root,
        'keydown',
        '.letters button',
        (button, event) => {
            const { key } = /** @type {KeyboardEvent} */ (event);
            const bar = /** @type {HTMLElement} */ (button.parentElement);
            const target = {
                ArrowDown: button.nextElementSibling,
                ArrowRight: button.nextElementSibling,
                ArrowUp: button.previousElementSibling,
                ArrowLeft: button.previousElementSibling,
                Home: bar.firstElementChild,
                End: bar.lastElementChild,
            }[key];
            if (!target) return;
            event.preventDefault();
            event.stopPropagation();
            take(/** @type {HTMLElement} */ (target));
            /** @type {HTMLElement} */ (target).focus();
        },
        signal,
    );
    // Sliding a finger along the bar goes from letter to letter.
    delegate(
        root,
        'pointermove',
        '.letters',
        (_bar, event) => {
            const { buttons, clientX, clientY, pointerType } = /** @type {PointerEvent} */ (event);
            if (pointerType === 'mouse' || buttons === 0) return;
            const under = document.elementFromPoint(clientX, clientY)?.closest('.letters button');
            if (under instanceof HTMLElement && under.tabIndex !== 0) {
                take(under);
                go(Number(under.dataset.index));
            }
        },
        signal,
    );
}

/** @param {HTMLElement} button */
function take(button) {
    const letters = /** @type {HTMLElement[]} */ ([...(button.parentElement?.children ?? [])]);
    for (const other of letters) other.tabIndex = other === button ? 0 : -1;
}
