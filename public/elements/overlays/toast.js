// @ts-check
// Short messages above the player, with at most one thing to do.

import { append, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../icons.js';

const STAY_MS = 5000;

/**
 * @param {string} text
 * @param {{ kind?: 'info'|'error', actions?: { label: string, run: () => void }[], sticky?: boolean,
 *   id?: string }} options a second toast with the same id replaces the first
 */
export function toast(text, { kind = 'info', actions = [], sticky = false, id } = {}) {
    const region = document.getElementById('toasts');
    if (!region) return;
    if (id) region.querySelector(`[data-toast="${id}"]`)?.remove();
    append(
        region,
        html`<div class="toast is-${kind}" data-toast="${id ?? ''}" data-testid="toast">
        ${kind === 'error' && icons.warning}<p>${text}</p>
        ${actions.map(
            (action, index) =>
                html`<button type="button" class="text-button" data-action="${index}">${action.label}</button>`,
        )}
        <button type="button" class="icon-button" data-dismiss
            aria-label="${t('actions.dismiss')}">${icons.close}</button>
    </div>`,
    );
    const box = /** @type {HTMLElement} */ (region.lastElementChild);
    box.addEventListener('click', (event) => {
        const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('button'));
        if (!button) return;
        box.remove();
        if (button.dataset.action) actions[Number(button.dataset.action)].run();
    });
    while (region.children.length > 3) region.firstElementChild?.remove();
    if (sticky) return;
    // A person who reads or reaches for it keeps it open.
    const leave = () => {
        if (box.matches(':hover, :focus-within')) setTimeout(leave, 1500);
        else box.remove();
    };
    setTimeout(leave, STAY_MS + text.length * 30);
}

/** @param {string} id */
export function dismissToast(id) {
    document.querySelector(`[data-toast="${id}"]`)?.remove();
}
