// @ts-check
// A row of cards that scrolls sideways, with arrows for those who have no wheel for it.

import { html } from '../core/html.js';
import { t } from '../core/i18n.js';
import { icons } from './icons.js';

/** @param {{ title: string, items: unknown[], testid: string, more?: unknown }} parts */
export function shelf({ title, items, testid, more }) {
    return html`<section class="shelf" data-testid="${testid}">
        <header class="section-head"><h2>${title}</h2><span class="section-tools">${more}
            <button type="button" class="icon-button shelf-arrow" data-shelf="-1" aria-label="${t('actions.scrollBack')}">${icons.back}</button>
            <button type="button" class="icon-button shelf-arrow" data-shelf="1" aria-label="${t('actions.scrollOn')}">${icons.forward}</button>
        </span></header>
        <ul class="shelf-row">${items}</ul>
    </section>`;
}

/** @param {HTMLElement} root */
export function bindShelves(root) {
    root.addEventListener('click', (event) => {
        const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-shelf]'));
        const row = button?.closest('.shelf')?.querySelector('.shelf-row');
        if (!button || !row) return;
        const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
        row.scrollBy({ left: Number(button.dataset.shelf) * row.clientWidth * 0.85, behavior: calm ? 'auto' : 'smooth' });
    });
}
