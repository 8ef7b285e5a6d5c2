// @ts-check
// The listening room's parts, for one submission in large.

import { ago, clock, percent } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { trackPath } from '../../core/links.js';
import { icons } from '../../elements/icons.js';
import { avatar } from '../../elements/music/avatar.js';
import { cover } from '../../elements/music/cover.js';
import { oddities } from './oddities.js';

/** @typedef {import('../submissions/model.js').Submission} Submission */

/**
 * @param {Submission} one
 * @param {{ number: number, count: number, library: string }} place its number in the queue, and the target library
 */
export function roomFrame(one, { number, count, library }) {
    return html`<article class="room" aria-labelledby="room-title" data-room="${one.id}" data-testid="room">
        <p class="room-place" data-testid="room-place">${t('giving.place', { number, count })}</p>
        <div class="room-head">
            ${cover(one.cover, one.title, { kind: 'large', eager: true })}
            <div class="room-text"><h2 class="room-title" id="room-title" dir="auto" tabindex="-1">${one.title}</h2>
                ${facts(one)}</div></div>
        ${player(one)}
        <div class="room-notes">${odd(one)}${alike(one)}<div data-sound></div>${
            one.failure && html`<p class="form-error" role="alert">${t('giving.failed', { reason: one.failure })}</p>`
        }</div>
        <div class="room-actions">
            <button type="button" class="button" data-edit data-focus="edit" data-testid="edit-queued"
                aria-keyshortcuts="E">${icons.edit}${t('giving.edit')}</button>
            <button type="button" class="button" data-skip data-focus="skip" data-testid="skip"
                aria-keyshortcuts="S">${icons.forward}${t('giving.skip')}</button>
            <span class="room-gap"></span>
            <button type="button" class="button is-danger-quiet" data-reject data-focus="reject" data-testid="reject"
                aria-keyshortcuts="R">${icons.close}${t('giving.reject')}</button>
            <button type="button" class="button is-primary" data-approve data-focus="approve" data-testid="approve"
                aria-keyshortcuts="A">${icons.check}${t('giving.approveInto', { library })}</button></div>
        <p class="room-keys key-note">${t('giving.keys')}</p></article>`;
}

/** @param {Submission} one */
function facts(one) {
    const album = [
        one.album,
        one.year && String(one.year),
        one.trackNumber !== undefined &&
            t('giving.number', { number: [one.discNumber, one.trackNumber].filter((part) => part).join('.') }),
    ]
        .filter(Boolean)
        .join(' · ');
    const kilohertz = new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 1 });
    const file = [
        one.codec.toUpperCase(),
        one.bitrateKbps && t('plans.kbits', { rate: one.bitrateKbps }),
        one.sampleRateHz && `${kilohertz.format(one.sampleRateHz / 1000)} kHz`,
    ]
        .filter(Boolean)
        .join(' · ');
    const albumArtists = one.albumArtists.join(', ');
    const artists = one.artists.join(', ');
    return html`<p class="room-artist" dir="auto">${artists || t('giving.unknownArtist')}</p>
        ${album && html`<p class="room-line" dir="auto">${album}</p>`}
        ${
            albumArtists &&
            albumArtists !== artists &&
            html`<p class="room-line" dir="auto">${t('giving.fields.albumArtists')}: ${albumArtists}</p>`
        }
        ${
            one.genres.length > 0 &&
            html`<p class="room-line">${one.genres.map((genre) => html`<span class="badge">${genre}</span> `)}</p>`
        }
        <p class="room-line room-file">${file} · ${one.fileName}</p>
        <p class="room-giver">${
            one.giver && avatar({ username: one.giver.name, picture: one.giver.picture }, 'is-tiny')
        }${
            one.giver
                ? html`<button type="button" class="text-link given-by" data-submitter="${one.giver.id}"
                    data-focus="submitter">${t('giving.givenBy', { name: one.giver.name })}</button>`
                : t('giving.givenBy', { name: t('notifications.somebody') })
        }<span class="room-line">${ago(one.submittedAt ?? one.createdAt, currentLocale())}</span></p>
        ${one.note && html`<p class="room-note" dir="auto">${one.note}</p>`}`;
}

/** @param {Submission} one */
function player(one) {
    return html`<div class="room-player" data-player>
        <button type="button" class="room-play" data-hear data-focus="hear" data-testid="hear"
            aria-keyshortcuts="Space"></button>
        <div class="room-wave is-plain" data-wave><input type="range" class="slider" min="0"
            max="${String(Math.max(1, Math.floor(one.durationMs / 1000) - 1))}" value="0" step="1" data-place
            data-focus="place" aria-label="${t('player.seek')}" data-testid="hearing-place"></div>
        <p class="room-time"><span data-elapsed>0:00</span><span>${clock(one.durationMs)}</span></p></div>`;
}

/** @param {Submission} one */
function odd(one) {
    const found = oddities(one);
    if (found.length === 0) return html``;
    return html`<ul class="room-odd" aria-label="${t('giving.oddTitle')}" data-testid="odd">${found.map(
        ({ code, values }) =>
            html`<li class="odd" data-odd="${code}">${icons.warning}${t(`giving.odd.${code}`, values)}</li>`,
    )}</ul>`;
}

/**
 * Tracks and submissions that sound similar.
 * @param {Submission} one
 */
function alike(one) {
    if (one.alike.length === 0) return html``;
    return html`<ul class="alike room-alike" data-testid="alike">${one.alike.map((other) => {
        const name = [other.title, other.artists.join(', ')].filter(Boolean).join(' · ');
        return html`<li>${t(other.trackId ? 'giving.soundsLike' : 'giving.soundsLikeGift')} ${
            other.trackId
                ? html`<a href="${trackPath(other.trackId)}" data-focus="alike-${other.trackId}">${name}</a>`
                : html`<span>${name}</span>`
        } (${percent(other.similarity, currentLocale())})</li>`;
    })}</ul>`;
}
