// @ts-check
// The round buttons elsewhere that lead to the microphone, and that their tap is what asks for it.

import { delegate } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';

/** How old a tap may be: a page that did not come then is opened later by something else. */
const TAP_MS = 10_000;

let tappedAt = -Infinity;

/** Whether the page was opened by a tap on a round button; asked once for each tap. */
export function takeStart() {
    const isFresh = performance.now() - tappedAt < TAP_MS;
    tappedAt = -Infinity;
    return isFresh;
}

/** Listens once for the whole document, before the router follows the link. */
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
