// @ts-check
// The row of a submission, for submitters and moderators: its data, state and actions.

import { ago, clock } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { trackPath } from '../../core/links.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { isOpen, isUnsent } from './model.js';

/** @typedef {import('./model.js').Submission} Submission */

/** @param {Submission['state']} state */
export const stateBadge = (state) =>
    html`<span class="badge is-${state}" data-testid="submission-state">${t(`giving.states.${state}`)}</span>`;

/** @param {Submission} one */
function lines(one) {
    const album = [one.album, one.year && String(one.year)].filter(Boolean).join(' · ');
    return html`<p class="wish-line">${one.artists.join(', ') || t('giving.unknownArtist')}${
        album && html` · ${album}`
    }</p>
        <p class="wish-line">${clock(one.durationMs)} · ${one.codec.toUpperCase()}${
            one.bitrateKbps && html` · ${String(one.bitrateKbps)} kbit/s`
        } · ${ago(one.submittedAt ?? one.createdAt, currentLocale())}</p>`;
}

/**
 * Tracks and submissions that sound similar.
 * @param {Submission} one
 */
function alike(one) {
    const percent = (/** @type {number} */ share) =>
        new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 0 }).format(share);
    const name = (/** @type {Submission['alike'][number]} */ other) =>
        [other.title, other.artists.join(', ')].filter(Boolean).join(' · ');
    return (
        one.alike.length > 0 &&
        one.state !== 'approved' &&
        html`<ul class="alike" data-testid="alike">${one.alike.map(
            (other) => html`<li>${t(other.trackId ? 'giving.soundsLike' : 'giving.soundsLikeGift')}
        ${
            other.trackId
                ? html`<a href="${trackPath(other.trackId)}" data-focus="alike-${other.trackId}">${name(other)}</a>`
                : html`<span>${name(other)}</span>`
        } (${percent(other.similarity)})</li>`,
        )}</ul>`
    );
}

/**
 * The row for its submitter.
 * @param {Submission} one
 */
export function ownRow(one) {
    return html`<li class="wish submission" data-key="${one.id}" data-testid="own-submission">
        ${cover(one.cover, one.title, { kind: 'row' })}
        <div class="wish-text"><h3 class="wish-title"
            dir="auto">${
                one.trackId ? html`<a href="${trackPath(one.trackId)}" data-focus="track">${one.title}</a>` : one.title
            } ${stateBadge(one.state)}</h3>
            ${lines(one)}
            ${alike(one)}
            ${
                one.state === 'rejected' &&
                one.reason &&
                html`<p class="wish-note"
                data-testid="submission-reason">${t('giving.because', { reason: one.reason })}</p>`
            }
            ${
                one.state === 'approved' &&
                one.library &&
                html`<p class="wish-line">${t('giving.isIn', { name: one.library.name })}</p>`
            }</div>
        <div class="wish-actions">
            ${
                isOpen(one) &&
                html`<button type="button" class="icon-button" data-hear data-focus="hear"
                aria-label="${t('giving.hearNamed', { name: one.title })}"
                title="${t('giving.hear')}">${icons.play}</button>`
            }
            ${
                isUnsent(one) &&
                html`<button type="button" class="button is-small is-primary" data-submit data-focus="submit"
                data-testid="submit"
                aria-label="${t('giving.submitNamed', { name: one.title })}">${t(
                    one.state === 'draft' ? 'giving.submit' : 'giving.resubmit',
                )}</button>`
            }
            ${
                isOpen(one) &&
                html`<button type="button" class="button is-small" data-edit data-focus="edit"
                data-testid="edit-submission"
                aria-label="${t('giving.editNamed', { name: one.title })}">${icons.edit}${t('giving.edit')}</button>`
            }
            ${
                one.state === 'pending' &&
                html`<button type="button" class="button is-small" data-withdraw data-focus="withdraw"
                data-testid="withdraw"
                aria-label="${t('giving.withdrawNamed', { name: one.title })}">${t('giving.withdraw')}</button>`
            }
            ${
                isUnsent(one) &&
                html`<button type="button" class="icon-button" data-remove data-focus="remove"
                data-testid="remove-submission" aria-label="${t('giving.removeNamed', { name: one.title })}"
                title="${t('giving.remove')}">${icons.trash}</button>`
            }</div>
    </li>`;
}

/**
 * The row for moderators, after the decision. Pending ones are in the listening room.
 * @param {Submission} one
 * @param {boolean} isHeard
 * @param {boolean} isAlone has no album heading above it
 */
export function decidedRow(one, isHeard, isAlone) {
    const title = html`${
        one.trackId ? html`<a href="${trackPath(one.trackId)}" data-focus="track">${one.title}</a>` : one.title
    } ${stateBadge(one.state)}`;
    return html`<li class="wish submission" data-key="${one.id}" data-testid="queued">
        <div class="submission-lead">${cover(one.cover, one.title, { kind: 'row' })}</div>
        <div
            class="wish-text">${
                isAlone
                    ? html`<h2 class="wish-title" dir="auto">${title}</h2>`
                    : html`<h3 class="wish-title" dir="auto">${title}</h3>`
            }
            ${lines(one)}
            <p class="wish-line">${
                one.giver
                    ? html`<button type="button" class="text-link given-by" data-submitter="${one.giver.id}"
                data-focus="submitter">${t('giving.givenBy', { name: one.giver.name })}</button>`
                    : t('giving.givenBy', { name: t('notifications.somebody') })
            }${one.decidedBy && html` · ${t('giving.decidedBy', { name: one.decidedBy.name })}`}</p>
            ${one.note && html`<p class="wish-note">${one.note}</p>`}
            ${alike(one)}
            ${
                one.state === 'rejected' &&
                one.reason &&
                html`<p class="wish-note">${t('giving.because', { reason: one.reason })}</p>`
            }
            ${
                one.failure &&
                html`<p class="form-error" role="alert">${t('giving.failed', { reason: one.failure })}</p>`
            }</div>
        <div class="wish-actions">
            ${
                one.state !== 'approved' &&
                html`<button type="button" class="icon-button" data-hear data-focus="hear"
                aria-pressed="${String(isHeard)}" aria-label="${t('giving.hearNamed', { name: one.title })}"
                title="${t('giving.hear')}" data-testid="hear">${isHeard ? icons.pause : icons.play}</button>`
            }</div>
    </li>`;
}
