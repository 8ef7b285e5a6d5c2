// @ts-check
// Modal dialogs on the native element: the focus stays inside and comes back.

import { find } from '../../core/dom.js';
import { fragment, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../icons.js';

/** How many were opened: one may lie over another, and each is named by its own heading. */
let count = 0;

/**
 * @param {object} parts
 * @param {string} parts.title
 * @param {unknown} parts.body
 * @param {string} [parts.testid]
 * @param {boolean} [parts.wide]
 * @returns {{ dialog: HTMLDialogElement, close: () => void, closed: Promise<string> }} `closed` answers the dialog's
 *   return value
 */
export function openDialog({ title, body, testid = 'dialog', wide = false }) {
    count += 1;
    const heading = `dialog-title-${count}`;
    document.body.append(
        fragment(html`<dialog class="dialog ${wide ? 'is-wide' : ''}" data-testid="${testid}"
            aria-labelledby="${heading}">
        <header class="dialog-head"><h2 id="${heading}">${title}</h2>
        <button type="button" class="icon-button" data-close
            aria-label="${t('actions.close')}">${icons.close}</button></header>
        ${body}
    </dialog>`),
    );
    const dialog = /** @type {HTMLDialogElement} */ (document.body.lastElementChild);
    const close = () => dialog.close();
    dialog.addEventListener('click', (event) => {
        const target = /** @type {Element} */ (event.target);
        if (target === dialog || target.closest('[data-close]')) close();
    });
    addEventListener('popstate', close, { once: true });
    const closed = new Promise((/** @type {(value: string) => void} */ resolve) => {
        dialog.addEventListener('close', () => {
            removeEventListener('popstate', close);
            dialog.remove();
            resolve(dialog.returnValue);
        });
    });
    dialog.showModal();
    // The first thing to fill in, rather than the way out.
    /** @type {HTMLElement | null} */ (dialog.querySelector('input:not([readonly]), select'))?.focus();
    return { dialog, close, closed };
}

/**
 * Asks before something that cannot be undone.
 * @param {{ title: string, text: string, confirm: string, danger?: boolean }} question
 * @returns {Promise<boolean>}
 */
export async function confirmDialog({ title, text, confirm, danger = true }) {
    const { dialog, closed } = openDialog({
        title,
        testid: 'confirm-dialog',
        body: html`<form method="dialog" class="dialog-body"><p>${text}</p>
            <div class="dialog-actions">
                <button class="button" value="cancel" data-cancel>${t('actions.cancel')}</button>
                <button class="button ${danger ? 'is-danger' : 'is-primary'}" value="confirm"
                    data-testid="confirm">${confirm}</button>
            </div></form>`,
    });
    // The harmless answer has the focus.
    find(dialog, '[data-cancel]').focus();
    return (await closed) === 'confirm';
}
