// @ts-check
// The parts of the device page.

import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { albumPath, trackPath } from '../../core/links.js';
import { preferences } from '../../core/preferences.js';
import { dataSize } from '../../core/units.js';
import { select } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { QUALITIES } from '../../player/quality.js';
import { playlistCover } from '../playlists/cover.js';
import { playlistPath } from '../playlists/model.js';
import { extent, totalBytes, wanted } from './model.js';

/** @typedef {import('./model.js').Collection} Collection */
/** @typedef {import('./model.js').StoredTrack} StoredTrack */
/** @typedef {import('./store.js').Device} Device */

const size = (/** @type {number} */ bytes) => dataSize(bytes, currentLocale());

/** @param {import('../../core/preferences.js').Quality} quality */
const qualityName = (quality) =>
    quality === 'original' ? t('profile.qualityOriginal') : t('profile.qualityRate', { rate: quality });

export function qualityField() {
    return select({
        name: 'quality',
        label: t('device.quality'),
        value: preferences.get('storedQuality', 'original'),
        options: QUALITIES.map((quality) => /** @type {[string, string]} */ ([quality, qualityName(quality)])),
        hint: t('device.qualityHint'),
    });
}

/**
 * @param {ReadonlyMap<string, StoredTrack>} tracks @param {{ quota?: number, usage?: number }} estimate
 * @param {boolean} isPersisted whether the browser has promised not to evict the data
 */
export function roomLines(tracks, { quota, usage = 0 }, isPersisted) {
    const bytes = totalBytes(tracks);
    return html`<p class="device-total" data-testid="device-total"><strong>${size(bytes)}</strong> ${t('count.tracks', {
        count: tracks.size,
    })}</p>
        ${
            quota !== undefined &&
            html`<meter class="meter" max="${String(quota)}" value="${String(usage)}"
                aria-label="${t('device.room')}"></meter>
            <p class="field-hint">${t('device.free', { size: size(Math.max(0, quota - usage)) })} ${
                tracks.size > 0 && t(isPersisted ? 'device.persisted' : 'device.notPersisted')
            }</p>`
        }`;
}

/** @param {Collection} one @param {ReadonlyMap<string, StoredTrack>} tracks */
export function storedRow(one, tracks) {
    const { kind, id, name, line } = one;
    const path = kind === 'album' ? albumPath(id) : kind === 'playlist' ? playlistPath(id) : trackPath(id);
    const target =
        kind === 'album'
            ? html`data-play-album="${id}"`
            : kind === 'playlist'
              ? html`data-play-playlist="${id}"`
              : html`data-play-track="${id}"`;
    const { total, stored, bytes, qualities } = extent(one, tracks);
    const facts = [
        stored < total ? t('device.partly', { stored, total }) : t('count.tracks', { count: total }),
        size(bytes),
        ...qualities.map((rate) => (rate === 'original' ? t('device.original') : t('device.rate', { rate }))),
    ];
    return html`<li class="row device-row" data-key="${one.key}" data-testid="device-row"
        data-complete="${String(stored === total)}">
        <a class="row-main" href="${path}">${
            kind === 'playlist' ? playlistCover(one, { kind: 'row' }) : cover(one.cover, name, { kind: 'row' })
        }<span class="row-text"><span class="row-title" dir="auto">${name}</span>
            <span class="row-line" dir="auto">${[t(`device.kinds.${kind}`), line].filter(Boolean).join(' · ')}</span>
            <span class="row-line">${facts.join(' · ')}</span></span></a>
        <button type="button" class="icon-button" ${target} data-play data-name="${name}"
            aria-label="${t('actions.playNamed', { name })}" data-testid="device-play">${icons.play}</button>
        <button type="button" class="icon-button" data-remove="${one.key}" data-name="${name}"
            aria-label="${t('device.removeNamed', { name })}" title="${t('device.remove')}"
            data-testid="device-remove">${icons.trash}</button>
    </li>`;
}

/** @param {import('./fetching.js').Fetching} fetching */
export function fetchingLine({ current, left }) {
    if (!current) return html``;
    const { track, received, total } = current;
    const name = t('device.fetching', { name: track.title });
    return html`<div class="device-state" data-testid="device-fetching"><p>${name}</p>
        <progress max="1" ${total > 0 && html`value="${String(received / total)}"`} aria-label="${name}"></progress>
        <p class="field-hint">${[size(received), t('device.left', { count: left.length })].join(' · ')}</p></div>`;
}

/**
 * Why downloads are halted, and what the user can do.
 * @param {Device} device
 */
export function haltLine({ halt, collections, tracks }) {
    if (!halt) return html``;
    const total = wanted(collections).size;
    const values = { stored: tracks.size, total };
    return html`<div class="device-state is-halted" data-testid="device-halt">${icons.warning}
        <p>${halt.text ?? t(`device.halts.${halt.reason}`, values)}</p>
        <button type="button" class="button is-small" data-again>${icons.refresh}${t('actions.retry')}</button></div>`;
}

/** @param {Device['outbox']} outbox */
export function owedLine(outbox) {
    const plays = outbox.filter(({ kind }) => kind === 'play').length;
    const likes = outbox.length - plays;
    const parts = [
        ...(plays > 0 ? [t('device.plays', { count: plays })] : []),
        ...(likes > 0 ? [t('device.likes', { count: likes })] : []),
    ];
    return t('device.owed', { what: parts.join(', ') });
}
