// @ts-check
// Files being uploaded, with their progress, and uploads that are incomplete or refused.

import { explain } from '../../core/errors.js';
import { number, percent } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, hasMessage, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';

/** @typedef {import('./model.js').Upload} Upload */
/** @typedef {import('./uploads.js').Sending} Sending */

const MIB = 1024 * 1024;

/** @param {number} bytes */
const mebibytes = (bytes) => number(Math.round((bytes / MIB) * 10) / 10, currentLocale());

/** @param {{ used: number, limit: number }} use */
export function useLine({ used, limit }) {
    return t('giving.use', { used: mebibytes(used), limit: mebibytes(limit) });
}

/** @param {HTMLElement} host @param {Sending[]} sendings @param {Upload[]} uploads */
export function sendingRows(host, sendings, uploads) {
    const focus =
        document.activeElement instanceof HTMLElement && host.contains(document.activeElement)
            ? document.activeElement.dataset.key
            : undefined;
    render(host, html`${sendings.map(sendingRow)}${uploads.map(uploadRow)}`);
    if (focus) /** @type {HTMLElement | null} */ (host.querySelector(`[data-key="${CSS.escape(focus)}"]`))?.focus();
}

/** @param {Sending} one */
function sendingRow(one) {
    const share = one.sent / one.file.size;
    const text =
        one.state === 'failed'
            ? explain(one.error)
            : t(`giving.sendStates.${one.state}`, { share: percent(share, currentLocale()) });
    return html`<li class="sending" data-testid="sending">
        <div class="sending-text"><p class="sending-name">${one.file.name}</p>
            <progress max="1" value="${String(share)}"
                aria-label="${t('giving.sendingNamed', { name: one.file.name })}"></progress>
            <p class="wish-line ${one.state === 'failed' ? 'is-error' : ''}">${text}</p></div>
        ${
            one.state === 'failed' &&
            html`<button type="button" class="button is-small" data-retry-sending="${one.key}"
            data-key="r${one.key}">${t('actions.retry')}</button>`
        }
        ${
            one.state !== 'sent' &&
            html`<button type="button" class="icon-button" data-cancel-sending="${one.key}" data-key="c${one.key}"
            aria-label="${t('giving.cancelNamed', { name: one.file.name })}"
            title="${t('actions.cancel')}">${icons.close}</button>`
        }
    </li>`;
}

/** @param {Upload} one */
function uploadRow(one) {
    const share = percent(one.received / one.length, currentLocale());
    const reason = `problems.reasons.${one.reason}`;
    const text =
        one.state === 'receiving'
            ? t('giving.unfinished', { share })
            : one.state === 'checking'
              ? t('giving.checking')
              : t('giving.refused', { reason: hasMessage(reason) ? t(reason) : (one.detail ?? '') });
    return html`<li class="sending" data-testid="upload" data-upload-state="${one.state}">
        <div class="sending-text"><p class="sending-name">${one.name}</p>
            ${
                one.state !== 'refused' &&
                html`<progress max="1" value="${String(one.received / one.length)}"
                aria-label="${t('giving.sendingNamed', { name: one.name })}"></progress>`
            }
            <p class="wish-line ${one.state === 'refused' ? 'is-error' : ''}">${text}</p></div>
        ${
            one.state !== 'checking' &&
            html`<button type="button" class="icon-button" data-forget-upload="${one.id}" data-key="u${one.id}"
            aria-label="${t('giving.forgetNamed', { name: one.name })}"
            title="${t('actions.remove')}">${icons.close}</button>`
        }
    </li>`;
}
