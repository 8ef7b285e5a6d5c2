// @ts-check
// Parts of the page of the user's submissions: the frame and the groups of files.

import { attribute, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { batchTitle } from './batch-title.js';
import { dropZone } from './drop-zone.js';
import { linkImports } from './link-imports.js';
import { isOpen, isUnsent, STATES } from './model.js';
import { hearingBar } from './preview.js';
import { ownRow } from './row.js';

/**
 * @param {object} parts
 * @param {string | undefined} parts.wish the wish that the music fulfills
 * @param {string} parts.state state of the listed submissions; empty for all
 */
export function submissionsFrame({ wish, state }) {
    return html`<div class="page is-narrow">
        <header class="page-head"><h1>${t('giving.title')}</h1></header>
        <p class="page-lead">${t('giving.lead')}</p>
        ${wish && html`<p class="page-lead" data-wish data-testid="give-wish"></p>`}
        ${dropZone()}
        ${linkImports()}
        <p class="wish-line" data-use></p>
        <section data-sending-section hidden><h2>${t('giving.sending')}</h2>
            <ul class="sendings" data-sendings data-testid="sendings"></ul></section>
        <section><div class="section-head"><h2>${t('giving.mine')}</h2>
            <label class="inline-select"><span class="visually-hidden">${t('giving.show')}</span><select data-state
                data-testid="giving-state"><option
                value="">${t('giving.all')}</option>${STATES.map(
                    (one) =>
                        html`<option value="${one}"
                ${attribute('selected', one === state)}>${t(`giving.states.${one}`)}</option>`,
                )}</select></label></div>
            <div data-list></div></section>
        ${hearingBar}
    </div>`;
}

/** @param {ReturnType<typeof import('./model.js').groups>[number]} batch */
export function submissionGroup(batch) {
    const { key, items } = batch;
    if (items.length === 1) return html`<ul class="wishes" data-testid="own-submissions">${items.map(ownRow)}</ul>`;
    const drafts = items.filter((one) => isUnsent(one) && one.state === 'draft').length;
    return html`<section class="batch" data-testid="batch"><div class="section-head"><h3>${batchTitle(batch)}</h3>
        <div
            class="section-actions">${
                items.filter(isOpen).length > 1 &&
                html`<button type="button" class="button is-small" data-edit-batch="${items[0].batch}"
                    data-group="${key}"
            data-testid="edit-batch">${icons.edit}${t('giving.editAlbum')}</button>`
            }
        ${
            drafts > 1 &&
            html`<button type="button" class="button is-small is-primary" data-submit-group="${key}"
            data-testid="submit-batch">${t('giving.submitAll')}</button>`
        }</div></div>
        <ul class="wishes" data-testid="own-submissions">${items.map(ownRow)}</ul></section>`;
}
