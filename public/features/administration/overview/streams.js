// @ts-check
// The active streams and their listeners.

import { ago } from '../../../core/format.js';
import { html } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { dataSize } from '../../../core/units.js';

/**
 * @typedef {{ person: string, visitor: boolean, address: string, trackId: string, title?: string,
 *   artist?: string, format: string, bitrate: number, converted: boolean,
 *   since: string, sent: number }} Stream
 */

/** @param {Stream[]} streams */
export function streamsTable(streams) {
    if (streams.length === 0) return html`<p class="quiet" data-testid="no-streams">${t('overview.noStreams')}</p>`;
    return html`<div class="table-scroll">
        <table class="table"><caption class="visually-hidden">${t('overview.streams')}</caption><thead><tr>
        <th scope="col">${t('users.person')}</th><th scope="col">${t('overview.track')}</th>
            <th scope="col">${t('overview.format')}</th><th scope="col">${t('overview.from')}</th>
            <th scope="col">${t('overview.sent')}</th>
    </tr></thead><tbody>${streams.map(row)}</tbody></table></div>`;
}

/** @param {Stream} stream */
function row({ person, visitor, address, trackId, title, artist, format, bitrate, converted, since, sent }) {
    const locale = currentLocale();
    const form = [format, bitrate > 0 && t('plans.kbits', { rate: bitrate }), converted && t('overview.converted')]
        .filter(Boolean)
        .join(' · ');
    return html`<tr data-testid="stream"><td>${visitor ? t('overview.visitor', { name: person }) : person}</td>
        <td>${
            title
                ? html`<a href="/tracks/${trackId}">${title}</a> <span class="quiet">${artist}</span>`
                : html`<span class="quiet">${t('overview.gone')}</span>`
        }</td>
        <td>${form}</td><td>${address} <span class="quiet">${ago(since, locale)}</span></td>
            <td>${dataSize(sent, locale)}</td></tr>`;
}
