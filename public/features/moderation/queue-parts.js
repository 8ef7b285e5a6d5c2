// @ts-check
// The submission page: its tools, the list, and the listening room for pending submissions.

import { attribute, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { icons } from '../../elements/icons.js';
import { batchTitle } from '../submissions/batch-title.js';
import { QUEUE_STATES } from '../submissions/model.js';
import { hearingBar } from '../submissions/preview.js';

/** @typedef {import('../submissions/model.js').Submission} Submission */
/** @typedef {typeof import('../submissions/model.js').groups} Groups */

/**
 * @param {object} parts
 * @param {string} parts.state the state of the listed submissions
 * @param {string} parts.words the search text
 * @param {{ id: string, name: string }[]} parts.libraries possible targets of approvals
 */
export function queueFrame({ state, words, libraries }) {
    return html`<div class="page queue-page">
        <header class="page-head"><h1>${t('giving.queue')}</h1></header>
        <p class="page-lead">${t('giving.queueLead')}</p>
        <div class="toolbar">
            <label class="inline-select"><span class="visually-hidden">${t('giving.show')}</span><select data-state
                data-testid="queue-state">${QUEUE_STATES.map(
                    (one) =>
                        html`<option value="${one}"
                ${attribute('selected', one === state)}>${t(`giving.states.${one}`)}</option>`,
                )}</select></label>
            <div class="search-box is-small inline-search"><span class="search-icon">${icons.search}</span><input
                type="search" autocomplete="off" maxlength="200" data-words value="${words}"
                placeholder="${t('giving.searchQueue')}" aria-label="${t('giving.searchQueue')}"
                data-testid="queue-search"></div>
            <label class="inline-select">${t('giving.into')} <select data-library
                data-testid="queue-library">${libraries.map(
                    (one) =>
                        html`<option value="${one.id}"
                ${attribute('selected', one.id === preferences.get('approveInto', ''))}>${one.name}</option>`,
                )}</select></label>
        </div>
        <button type="button" class="button is-small" data-submitter-shown data-testid="all-submitters" hidden></button>
        <div class="queue-columns" data-columns>
            <div class="queue-room" data-room-host></div>
            <div class="waiting-list">
                <div class="bulk" data-bulk hidden data-testid="bulk"><span data-bulk-count></span>
                    <button type="button" class="button is-small is-primary" data-bulk-approve
                        data-testid="bulk-approve"></button>
                    <button type="button" class="button is-small" data-bulk-reject
                        data-testid="bulk-reject">${t('giving.rejectChosen')}</button></div>
                <div data-list></div></div></div>
        ${hearingBar}
    </div>`;
}

/**
 * Files submitted together. A single file has no heading.
 * @param {ReturnType<Groups>[number]} batch
 * @param {object} parts
 * @param {string} parts.state the state of the listed submissions
 * @param {(one: Submission, isAlone: boolean) => unknown} parts.row
 */
export function queueBatch(batch, { state, row }) {
    const { key, items } = batch;
    const waits = state === 'pending';
    const rows = html`<ul class="${waits ? 'queue-items' : 'wishes'}"
        data-testid="queue">${items.map((one) => row(one, items.length === 1))}</ul>`;
    if (items.length === 1) return rows;
    return html`<section class="batch" data-testid="batch"><div class="section-head"><h2>${batchTitle(batch)}</h2>
        ${
            waits &&
            html`<div class="section-actions"><button type="button" class="button is-small"
                data-edit-batch="${items[0].batch}" data-group="${key}" data-of="${items[0].giver?.id}"
                data-testid="edit-batch">${icons.edit}${t('giving.editAlbum')}</button>
        <button type="button" class="button is-small" data-choose-group="${key}"
            data-testid="choose-batch">${t('giving.chooseAll')}</button></div>`
        }</div>${rows}</section>`;
}
