// @ts-check
// A text to take away: a link or a token, with a button that copies it.

import { delegate } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../icons.js';
import { toast } from '../overlays/toast.js';

/** @param {string} value @param {string} label @param {string} testid */
export function copyField(value, label, testid) {
    return html`<div class="copy-field">
        <input type="text" readonly value="${value}" aria-label="${label}" data-testid="${testid}" data-copy-text>
        <button type="button" class="button" data-copy>${icons.copy}${t('actions.copy')}</button>
    </div>`;
}

/** @param {HTMLElement} root */
export function bindCopyFields(root) {
    delegate(root, 'click', '[data-copy]', async (button) => {
        const input = /** @type {HTMLInputElement} */ (button.parentElement?.querySelector('[data-copy-text]'));
        input.select();
        try {
            await navigator.clipboard.writeText(input.value);
            toast(t('actions.copied'));
        } catch {
            // Without the permission the text is at least selected.
            toast(t('actions.copyByHand'));
        }
    });
    delegate(root, 'focusin', '[data-copy-text]', (input) => /** @type {HTMLInputElement} */ (input).select());
}
