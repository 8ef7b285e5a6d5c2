// @ts-check
// The current streams: the listener, the track with its cover, the progress, the device and the format.

import { find, setText, style } from '../../../core/dom.js';
import { ago, clock } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { dataSize } from '../../../core/units.js';
import { icons } from '../../../elements/icons.js';
import { avatar } from '../../../elements/music/avatar.js';
import { cover } from '../../../elements/music/cover.js';
import { merged, progress, streamKey } from './streams-model.js';

/** @typedef {import('./streams-model.js').Stream} Stream */

/**
 * The values that a card is rendered from; the stream's other values update in place.
 * @param {Stream} stream
 */
const drawnFrom = ({ sent, positionMs, since, paused, ...fixed }) => ({ ...fixed, isHeard: positionMs !== undefined });

/**
 * Shows the streams. Cards are not rendered again while only their numbers change.
 * @param {HTMLElement} host
 * @param {Stream[]} all
 */
export function showStreams(host, all) {
    const streams = merged(all);
    const state = JSON.stringify(streams.map(drawnFrom));
    if (host.dataset.state !== state) {
        host.dataset.state = state;
        render(
            host,
            streams.length === 0
                ? html`<p class="quiet" data-testid="no-streams">${t('overview.noStreams')}</p>`
                : html`<ul class="live-streams">${streams.map(card)}</ul>`,
        );
    }
    const cards = /** @type {HTMLElement[]} */ ([...host.querySelectorAll('[data-stream]')]);
    streams.forEach((stream, index) => move(cards[index], stream));
}

/** @param {Stream} stream */
function card(stream) {
    const { person, username, picture, visitor, address, trackId, title, artist, album, client } = stream;
    const { format, bitrate, converted, cover: art, durationMs } = stream;
    const form = [format, bitrate > 0 && t('plans.kbits', { rate: bitrate }), converted && t('overview.converted')]
        .filter(Boolean)
        .join(' · ');
    return html`<li class="live-stream" data-stream="${streamKey(stream)}"
        data-testid="stream">
        <div class="live-art">${cover(art, title ?? person, { kind: 'row' })}${
            visitor ? html`<span class="avatar" aria-hidden="true">${icons.link}</span>` : avatar({
                username: username ?? '',
                displayName: person,
                picture,
            })
        }</div>
        <div class="live-text">
            <p class="live-who">${
                visitor
                    ? t('overview.visitor', { name: person })
                    : html`<a href="/people/${encodeURIComponent(stream.personId)}">${person}</a>`
            } <span class="badge" data-paused hidden>${t('overview.paused')}</span></p>
            <p class="live-title" dir="auto">${
                title
                    ? html`<a href="/tracks/${encodeURIComponent(trackId)}">${title}</a>`
                    : html`<span class="quiet">${t('overview.gone')}</span>`
            }</p>
            <p class="live-line" dir="auto">${[artist, album].filter(Boolean).join(' · ')}</p>
            ${
                durationMs !== undefined &&
                stream.positionMs !== undefined &&
                html`<div class="live-progress"><progress class="live-bar" max="1" data-bar
                aria-label="${t('overview.progressOf', { name: title ?? '' })}"></progress><span class="live-time"
                data-time></span></div>`
            }
            <p class="live-line">${icons.device}${client ?? address} · ${form}</p>
            <p class="live-line">${client && html`${address} · `}<time data-since></time> · <span
                data-sent></span></p></div></li>`;
}

/** @param {HTMLElement} card @param {Stream} stream */
function move(card, stream) {
    card.classList.toggle('is-paused', stream.paused === true);
    find(card, '[data-paused]').hidden = stream.paused !== true;
    const since = /** @type {HTMLTimeElement} */ (find(card, '[data-since]'));
    since.dateTime = stream.since;
    setText(since, ago(stream.since, currentLocale()));
    setText(find(card, '[data-sent]'), t('overview.sentSize', { size: dataSize(stream.sent, currentLocale()) }));
    const share = progress(stream);
    const bar = /** @type {HTMLProgressElement | null} */ (card.querySelector('[data-bar]'));
    if (!bar || share === undefined) return;
    bar.value = share;
    style(card, { heard: `${share * 100}%` });
    setText(find(card, '[data-time]'), `${clock(stream.positionMs ?? 0)} / ${clock(stream.durationMs ?? 0)}`);
}
