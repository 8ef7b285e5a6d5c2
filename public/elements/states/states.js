// @ts-check
// The states of a page without content or after a failure: never an empty screen.

import { ApiError } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { onDevice } from '../../core/on-device.js';
import { icons } from '../icons.js';
import { illustrations } from './illustrations.js';

/**
 * @param {{ art: keyof typeof illustrations, title: string, text?: string, action?: unknown,
 *   heading?: 'h1'|'h2' }} parts
 */
export function emptyState({ art, title, text, action, heading = 'h2' }) {
    return html`<div class="state" data-testid="empty-state">
        ${illustrations[art]}
        ${heading === 'h1' ? html`<h1 class="state-title">${title}</h1>` : html`<h2 class="state-title">${title}</h2>`}
        ${text && html`<p>${text}</p>`}
        ${action && html`<div class="state-actions">${action}</div>`}
    </div>`;
}

const isGone = (/** @type {unknown} */ error) =>
    error instanceof ApiError && (error.status === 404 || error.status === 403);

/**
 * A title for the failure, in a few words.
 * @param {unknown} error
 */
export function errorTitle(error) {
    if (isGone(error)) return t('states.notFoundTitle');
    return t(error instanceof ApiError && error.status === 0 ? 'states.offlineTitle' : 'states.errorTitle');
}

/**
 * With a `[data-retry]` button, unless trying again cannot help, and the way to what plays without a connection.
 * @param {unknown} error
 * @param {{ heading?: 'h1'|'h2' }} options
 */
export function errorState(error, { heading = 'h2' } = {}) {
    const gone = isGone(error);
    const title = errorTitle(error);
    const isCut = error instanceof ApiError && error.status === 0;
    return html`<div class="state" role="alert" data-testid="error-state">
        ${gone ? illustrations.lost : illustrations.broken}
        ${heading === 'h1' ? html`<h1 class="state-title">${title}</h1>` : html`<h2 class="state-title">${title}</h2>`}
        <p>${gone ? t('states.notFoundText') : explain(error)}</p>
        <div class="state-actions">${
            gone
                ? html`<a class="button is-primary" href="/">${t('states.goHome')}</a>`
                : html`<button type="button" class="button is-primary"
                    data-retry>${icons.refresh}${t('actions.retry')}</button>${
                        isCut &&
                        onDevice.tracks.size > 0 &&
                        html`<a class="button" href="/device">${t('device.title')}</a>`
                    }`
        }</div>
    </div>`;
}
