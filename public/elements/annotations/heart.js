// @ts-check
// The button that likes. Every heart of the same thing turns at once, wherever it is.

import { announce } from '../../core/announce.js';
import { delegate } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../icons.js';
import { toast } from '../overlays/toast.js';
import { annotations } from './model.js';

/** @typedef {import('./model.js').Kind} Kind */

/**
 * @param {Kind} kind
 * @param {import('./model.js').AnnotatedItem} item
 * @param {string} name of the thing
 * @param {string} [look] further classes
 */
export function heart(kind, item, name, look = '') {
    const { liked } = annotations.of(kind, item);
    return html`<button type="button" class="icon-button heart ${look}"
        ${look.includes('is-on-cover') && html`tabindex="-1"`} data-like="${kind}:${item.id}" data-name="${name}"
        data-testid="like-${kind}" aria-pressed="${String(liked)}" aria-label="${t('opinions.like', { name })}"
        title="${t(liked ? 'opinions.liked' : 'opinions.notLiked')}">${icons.heart}</button>`;
}

/** Listens once for the whole document. */
export function listenToHearts() {
    delegate(document, 'click', '[data-like]', async (button) => {
        const [kind, id] = /** @type {[Kind, string]} */ (split(button.dataset.like ?? ''));
        const liked = button.getAttribute('aria-pressed') !== 'true';
        const { name = '' } = button.dataset;
        try {
            await annotations.like(kind, id, liked);
            announce(t(liked ? 'opinions.nowLiked' : 'opinions.noLongerLiked', { name }));
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    });
    annotations.addEventListener('change', (event) => {
        const { kind, id, annotation } = /** @type {CustomEvent} */ (event).detail;
        if (annotation.liked === undefined) return;
        for (const button of document.querySelectorAll(`[data-like="${CSS.escape(`${kind}:${id}`)}"]`)) {
            button.setAttribute('aria-pressed', String(annotation.liked));
            /** @type {HTMLElement} */ (button).title = t(annotation.liked ? 'opinions.liked' : 'opinions.notLiked');
        }
    });
}

/** @param {string} key */
export function split(key) {
    const colon = key.indexOf(':');
    return [key.slice(0, colon), key.slice(colon + 1)];
}
