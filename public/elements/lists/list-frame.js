// @ts-check
// The frame of a list of cards or rows.

import { html } from '../../core/html.js';

/** @param {string} layout */
export function listFrame(layout) {
    return layout === 'list'
        ? html`<ul class="rows" data-items data-testid="items"></ul>`
        : html`<ul class="grid" data-items data-testid="items"></ul>`;
}
