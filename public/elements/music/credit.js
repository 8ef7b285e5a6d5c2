// @ts-check
// Where a text, a picture or a date comes from, and under which license, beside it.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';

/**
 * @param {'biography' | 'picture' | 'cover' | 'date'} kind
 * @param {import('../../core/types.js').Credit | undefined} credit
 */
export const creditLine = (kind, credit) =>
    credit &&
    html`<p class="field-hint" data-testid="credit-${kind}">${t(`credit.${kind}`)} ${linked(
        credit.name,
        credit.page,
    )} · ${credit.license ? linked(credit.license, credit.licensePage) : t('credit.owners')}</p>`;

/** @param {string} text @param {string | undefined} page */
const linked = (text, page) =>
    page ? html`<a class="text-link" href="${page}" target="_blank" rel="noopener noreferrer">${text}</a>` : text;
