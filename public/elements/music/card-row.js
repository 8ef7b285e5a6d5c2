// @ts-check
// A row of cards that scrolls sideways, with arrows for those who have no wheel for it. An arrow is off where there is
// nothing more.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../icons.js';

/** @param {{ title: string, items: unknown[], testid: string, more?: unknown }} parts */
export function shelf({ title, items, testid, more }) {
    return html`<section class="shelf" data-testid="${testid}">
        <header class="section-head"><h2>${title}</h2><span class="section-tools">${more}
            <button type="button" class="icon-button shelf-arrow" data-shelf="-1"
                aria-label="${t('actions.scrollBack')}" disabled>${icons.back}</button>
            <button type="button" class="icon-button shelf-arrow" data-shelf="1" aria-label="${t('actions.scrollOn')}"
                disabled>${icons.forward}</button>
        </span></header>
        <ul class="shelf-row">${items}</ul>
    </section>`;
}

/**
 * Whether there is more before and after what is seen. Half a pixel is no more: zoom rounds.
 * @param {{ scrollLeft: number, clientWidth: number, scrollWidth: number }} row
 */
export function ends({ scrollLeft, clientWidth, scrollWidth }) {
    return { before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 };
}

/** @param {HTMLElement} root */
export function bindShelves(root) {
    const update = (/** @type {Element} */ row, { before, after } = ends(row)) => {
        for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (
            row.closest('.shelf')?.querySelectorAll('[data-shelf]') ?? []
        )) {
            const isOn = button.dataset.shelf === '-1' ? before : after;
            // The focus does not fall out of the page with its button.
            if (!isOn && button === document.activeElement)
                /** @type {HTMLElement | null} */ (row.querySelector('a:not([tabindex="-1"]), button'))?.focus({
                    preventScroll: true,
                });
            button.disabled = !isOn;
        }
    };
    // Told of each row once it is laid out. All are read before any is changed, or each would be laid out anew.
    const sizes = new ResizeObserver((entries) => {
        const rows = entries.map(({ target }) => ({ target, ends: ends(target) }));
        for (const row of rows) update(row.target, row.ends);
    });
    const watch = () => {
        for (const row of root.querySelectorAll('.shelf-row:not([data-watched])')) {
            /** @type {HTMLElement} */ (row).dataset.watched = '';
            row.addEventListener('scroll', () => update(row), { passive: true });
            sizes.observe(row);
        }
    };
    // Both end with the page's own element.
    new MutationObserver(watch).observe(root, { childList: true, subtree: true });
    watch();
    root.addEventListener('click', (event) => {
        const button = /** @type {HTMLElement | null} */ (
            /** @type {Element} */ (event.target).closest('[data-shelf]')
        );
        const row = button?.closest('.shelf')?.querySelector('.shelf-row');
        if (!button || !row) return;
        const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
        row.scrollBy({
            left: Number(button.dataset.shelf) * row.clientWidth * 0.85,
            behavior: calm ? 'auto' : 'smooth',
        });
    });
}
