// @ts-check
// Warnings for admins, with the actions that resolve them.

import { html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { icons } from '../../../elements/icons.js';

/** @typedef {{ kind: string, urgent: boolean, detail: string }} Warning */

/** @param {Warning[]} warnings */
export function warningList(warnings) {
    if (warnings.length === 0) return html`<p class="all-well">${icons.check}${t('overview.allWell')}</p>`;
    return html`<ul
        class="warnings">${warnings.map(
            ({ kind, urgent, detail }) =>
                html`<li class="${urgent ? 'is-urgent' : ''}"
        data-testid="warning">${
            icons.warning
        }<span>${urgent && html`<span class="visually-hidden">${t('overview.urgent')}: </span>`}${t(
            `overview.warning.${kind}`,
            { detail },
        )}</span>${decision(kind, detail)}</li>`,
        )}</ul>`;
}

/**
 * The buttons that resolve a warning.
 * @param {string} kind
 * @param {string} detail
 */
function decision(kind, detail) {
    if (kind === 'clockLeapt')
        return html`<button type="button" class="button is-small" data-decide="/clock/acceptance"
            data-testid="accept-clock">${t('overview.acceptClock')}</button>`;
    if (kind === 'cleanupStopped')
        return html`<button type="button" class="button is-small"
            data-decide="/cleanups/${detail.split(' ')[0]}/allowance"
            data-testid="allow-cleanup">${t('overview.allowCleanup')}</button>`;
    return '';
}
