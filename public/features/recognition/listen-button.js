// @ts-check
// The round buttons on other pages that open the recognition, and the tap that starts it.

import { delegate } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';

/** Longest age of a tap. If the page failed to load then, a later visit must not start the microphone. */
const TAP_MS = 10_000;

let tappedAt = -Infinity;

/** Whether a tap on a round button opened the page. True once per tap. */
export function takeStart() {
    const isFresh = performance.now() - tappedAt < TAP_MS;
    tappedAt = -Infinity;
    return isFresh;
}

/** Listens once for the whole document, before the router handles the link. */
export function listenToStarts() {
    delegate(document, 'click', 'a[data-listen]', (_, event) => {
        const { button, metaKey, ctrlKey, shiftKey, altKey } = /** @type {MouseEvent} */ (event);
        const isPlain = button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
        tappedAt = isPlain ? performance.now() : -Infinity;
    });
}

/** @param {string} testid */
export function listenLink(testid) {
    return html`<a class="listen-link" href="/listen" data-listen data-testid="${testid}"
        aria-label="${t('recognition.title')}" title="${t('recognition.title')}">${icons.microphone}</a>`;
}
