// @ts-check

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';

/**
 * The title of a batch, from the values that its files share.
 * @param {{ common: { album?: string, artist?: string }, items: unknown[] }} group
 */
export function batchTitle({ common: { album, artist }, items }) {
    const name = [album, artist].filter(Boolean).join(' · ') || t('giving.together');
    return html`<span dir="auto">${name}</span> <span
        class="place-count">${t('count.tracks', { count: items.length })}</span>`;
}
