// @ts-check

import { clock } from '../../core/format.js';
import { attribute, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { artistLinks } from '../../core/links.js';
import { equaliser, icons } from '../../elements/icons.js';
import { selectBox } from '../../elements/lists/select-box.js';
import { cover } from '../../elements/music/cover.js';
import { explicitSign } from '../../elements/music/explicit.js';
import { queueNote } from '../song-radio/why.js';

/**
 * A row of the queue.
 * @param {import('../../player/queue.js').Entry} entry
 * @param {number} at
 * @param {number} current
 * @param {number} size of the queue
 */
export function queueRow(entry, at, current, size) {
    const { key, track } = entry;
    const reason = queueNote(entry);
    return html`<li class="queue-row ${at === current ? 'is-current' : ''} ${at < current ? 'is-past' : ''}"
        data-entry="${key}" data-index="${at}" data-track="${track.id}"
        data-testid="queue-row" ${at === current ? html`aria-current="true"` : ''}>
        <span class="grip" data-grip aria-hidden="true">${icons.grip}</span>
        <button type="button" class="queue-cover" data-jump="${key}" data-name="${track.title}"
            aria-label="${t('actions.playNamed', { name: track.title })}">${cover(
                track.cover,
                track.album || track.title,
                { kind: 'row', color: track.colors },
            )}<span
            class="queue-cover-play">${icons.play}</span>${equaliser}</button>${selectBox(track.title)}
        <div class="track-text"><span class="track-title" dir="auto">${track.title}${explicitSign(track)}</span><span
            class="track-artists">${artistLinks(track.artists)}</span>${
                reason && html`<span class="track-note" data-testid="reason">${reason}</span>`
            }</div>
        <span class="queue-time">${clock(track.durationMs)}</span>
        <span class="queue-tools">
            <button type="button" class="icon-button" data-move="-1" data-key="${key}"
                aria-label="${t('queue.moveUp', { name: track.title })}"
                ${attribute('disabled', at === 0)}>${icons.up}</button>
            <button type="button" class="icon-button" data-move="1" data-key="${key}"
                aria-label="${t('queue.moveDown', { name: track.title })}"
                ${attribute('disabled', at === size - 1)}>${icons.down}</button>
            <button type="button" class="icon-button" data-remove="${key}"
                aria-label="${t('queue.remove', { name: track.title })}">${icons.close}</button>
        </span>
    </li>`;
}
