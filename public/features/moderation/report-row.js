// @ts-check

import { ago } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { reportPath } from './model.js';

/** @param {import('./model.js').Report} report */
export function reportRow(report) {
    const { id, kind, title, owner, text, at, reporter, state, moderator, answer, count } = report;
    const path = reportPath(report);
    return html`<li class="thing is-tall" data-key="${id}" data-testid="report"><div class="thing-text">
        <p class="thing-title"><span class="badge">${t(`reports.kinds.${kind}`)}</span> ${
            path ? html`<a href="${path}" dir="auto" data-focus="thing">${title}</a>` : html`<bdi>${title}</bdi>`
        }
            ${
                count > 1 &&
                html`<span class="badge is-bad" data-testid="report-count">${t('reports.count', { count })}</span>`
            }</p>
        ${owner && html`<p class="thing-line">${t('reports.ownedBy', { name: owner.name })}</p>`}
        ${text && html`<p class="long-text" dir="auto">${text}</p>`}
        <p class="thing-line">${t('reports.by', { name: reporter.name })} · <time
            datetime="${at}">${ago(at, currentLocale())}</time></p>
        ${
            state !== 'open' &&
            html`<p class="request-answer long-text"><span class="badge"
            data-testid="report-state">${t(`reports.states.${state}`)}</span> <span
            class="thing-line">${moderator?.name}</span> ${answer}</p>`
        }</div>
        ${
            state === 'open' &&
            html`<div class="thing-actions">
            <button type="button" class="button is-small is-danger-quiet" data-act data-focus="act"
                data-testid="report-act">${icons.warning}${t(`reports.acts.${kind}`)}</button>
            <button type="button" class="button is-small" data-close-report data-focus="close"
                data-testid="report-close">${t('reports.close')}</button></div>`
        }</li>`;
}
