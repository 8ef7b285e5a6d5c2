// @ts-check
// Rows with swipe gestures. A swipe uncovers the action beside the row; lifting the finger runs it if the swipe was
// long enough. The row's menu has the same actions.

import { style } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { follow, isSwipe, mayBegin } from './swipe-model.js';

/** A click this soon after a swipe belongs to it. */
const AFTER_MS = 120;

/** @typedef {{ kind: 'queue'|'like'|'unlike'|'remove', label: string, icon: unknown, run: () => void }} Swipe */
/** @typedef {{ right?: Swipe, left?: Swipe }} Swipes */

/**
 * @param {HTMLElement} root
 * @param {string} rows selector
 * @param {(row: HTMLElement) => Swipes} swipesOf the actions of a row; empty if it has none
 * @param {AbortSignal} signal
 */
export function bindSwipes(root, rows, swipesOf, signal) {
    /** @type {{ row: HTMLElement, id: number, x: number, y: number, isMeant: boolean } | undefined} */
    let start;
    /** @type {{ swipes: Swipes, cover: HTMLElement, chosen?: Swipe } | undefined} */
    let shown;

    let endedAt = -Infinity;
    const end = () => {
        if (shown) endedAt = performance.now();
        start = undefined;
        shown = undefined;
    };
    const letGo = (/** @type {HTMLElement} */ row, /** @type {HTMLElement} */ cover) => {
        row.classList.replace('is-swiped', 'is-let-go');
        style(row, { swipe: '0px' });
        cover.classList.add('is-let-go');
        style(cover, { swipe: '0px' });
        setTimeout(() => {
            row.classList.remove('is-let-go');
            row.style.removeProperty('--swipe');
            cover.remove();
        }, 260);
    };
    root.addEventListener(
        'pointerdown',
        (event) => {
            const target = /** @type {Element} */ (event.target);
            const row = /** @type {HTMLElement | null} */ (target.closest(rows));
            if (start || event.pointerType !== 'touch' || !event.isPrimary || !row) return;
            if (target.closest('input, [data-grip]') || !mayBegin(event.clientX, innerWidth)) return;
            start = { row, id: event.pointerId, x: event.clientX, y: event.clientY, isMeant: false };
        },
        { signal },
    );
    root.addEventListener(
        'pointermove',
        (event) => {
            if (!start || event.pointerId !== start.id) return;
            const across = event.clientX - start.x;
            if (!start.isMeant) {
                const isMeant = isSwipe(across, event.clientY - start.y);
                if (isMeant === undefined) return;
                // On the stage a horizontal swipe changes the face. A redrawn row is not in the document any more.
                if (!isMeant || !start.row.isConnected || start.row.closest('.stage')) return end();
                start.isMeant = true;
                shown = { swipes: swipesOf(start.row), cover: uncover(start.row) };
                start.row.classList.add('is-swiped');
                start.row.setPointerCapture(start.id);
            }
            if (!shown) return;
            const { swipes, cover } = shown;
            const { shift, side, isFar } = follow(across, {
                right: swipes.right !== undefined,
                left: swipes.left !== undefined,
            });
            const swipe = swipes[side];
            style(start.row, { swipe: `${shift}px` });
            show(cover, swipe, side, shift);
            if (isFar && !shown.chosen) navigator.vibrate?.(8);
            cover.classList.toggle('is-far', isFar);
            shown.chosen = isFar ? swipe : undefined;
        },
        { signal },
    );
    for (const type of /** @type {const} */ (['pointerup', 'pointercancel']))
        root.addEventListener(
            type,
            (event) => {
                if (!start || event.pointerId !== start.id) return;
                const { row } = start;
                const here = shown;
                end();
                if (!here) return;
                letGo(row, here.cover);
                if (type === 'pointerup') here.chosen?.run();
            },
            { signal },
        );
    // Lifting the finger must not click.
    root.addEventListener(
        'click',
        (event) => {
            if (performance.now() - endedAt > AFTER_MS) return;
            event.preventDefault();
            event.stopImmediatePropagation();
        },
        { signal, capture: true },
    );
}

/**
 * Adds the area beneath the swiped row.
 * @param {HTMLElement} row
 */
function uncover(row) {
    const { top, height, left, right } = row.getBoundingClientRect();
    const cover = document.createElement('div');
    cover.className = 'swipe-cover';
    cover.setAttribute('aria-hidden', 'true');
    if (row.closest('.sheet')) cover.classList.add('is-above');
    Object.assign(cover.style, { top: `${top}px`, height: `${height}px` });
    style(cover, { from: `${left}px`, to: `${innerWidth - right}px` });
    document.body.append(cover);
    return cover;
}

/** @param {HTMLElement} cover @param {Swipe | undefined} swipe @param {'right'|'left'} side @param {number} shift */
function show(cover, swipe, side, shift) {
    style(cover, { swipe: `${Math.abs(shift)}px` });
    cover.classList.toggle('is-left', side === 'left');
    if (cover.dataset.kind === (swipe?.kind ?? '')) return;
    cover.dataset.kind = swipe?.kind ?? '';
    render(cover, html`${swipe && html`<span class="swipe-sign">${swipe.icon}<span>${swipe.label}</span></span>`}`);
}
