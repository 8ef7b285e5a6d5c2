// @ts-check
// A pending submission in the list beside the listening room.

import { clock } from '../../core/format.js';
import { attribute, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { oddities } from './oddities.js';

/** @typedef {import('../submissions/model.js').Submission} Submission */

/**
 * @param {Submission} one
 * @param {{ isChosen: boolean, isOpen: boolean }} state `isOpen`: it is open in the listening room
 */
export function waitingRow(one, { isChosen, isOpen }) {
    const odd = oddities(one).length;
    return html`<li class="queue-item ${isOpen ? 'is-open' : ''}" data-key="${one.id}" data-testid="queued">
        <input type="checkbox" class="row-select" data-choose data-focus="choose"
            aria-label="${t('giving.chooseNamed', { name: one.title })}" ${attribute('checked', isChosen)}
            data-testid="choose">
        <button type="button" class="queue-open" data-open data-focus="open" data-testid="open-queued"
            aria-current="${isOpen ? 'true' : 'false'}">${cover(one.cover, one.title, { kind: 'row' })}<span
            class="queue-words"><span class="queue-title" dir="auto">${one.title}</span><span class="queue-line"
            dir="auto">${one.artists.join(', ') || t('giving.unknownArtist')}</span></span>
            ${
                one.failure &&
                html`<span class="queue-sign is-bad" title="${t('giving.failedShort')}">${icons.warning}<span
                class="visually-hidden">${t('giving.failedShort')}</span></span>`
            }${
                one.alike.length > 0 &&
                html`<span class="queue-sign is-alike" title="${t('giving.alikeShort')}">${icons.copy}<span
                class="visually-hidden">${t('giving.alikeShort')}</span></span>`
            }${
                odd > 0 &&
                html`<span class="queue-sign" title="${t('giving.oddCount', { count: odd })}"
                aria-hidden="true">${String(odd)}</span><span class="visually-hidden">${t('giving.oddCount', {
                    count: odd,
                })}</span>`
            }<span class="queue-time">${clock(one.durationMs)}</span></button></li>`;
}
