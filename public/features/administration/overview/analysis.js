// @ts-check
// How many of the libraries' tracks are analyzed, waiting, or could not be analyzed.

import { number, percent } from '../../../core/format.js';
import { html } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { icons } from '../../../elements/icons.js';

/** @typedef {{ running: boolean, waiting: number, done?: number, failed?: number }} Job */

/**
 * The numbers of tracks. Failed tracks are done but not analyzed. The share rounds down, so 100% means all.
 * @param {Job} job
 */
export function analysisShare({ waiting, done = 0, failed = 0 }) {
    const total = done + waiting;
    const analyzed = Math.max(0, done - failed);
    const share = total === 0 ? 0 : analyzed / total;
    return { total, analyzed, share: analyzed < total ? Math.floor(share * 100) / 100 : share };
}

/** @param {Job} job */
export function analysisPanel(job) {
    const locale = currentLocale();
    const { running, waiting, failed = 0 } = job;
    const { total, analyzed, share } = analysisShare(job);
    if (total === 0) return html`<p class="quiet" data-testid="analysis-state">${t('analysis.nothing')}</p>`;
    const counts = t('analysis.counts', { analyzed: number(analyzed, locale), total: number(total, locale) });
    const state =
        waiting > 0
            ? html`<p data-testid="analysis-state">${[
                  t(running ? 'analysis.running' : 'analysis.paused'),
                  t('analysis.waiting', { count: waiting }),
              ].join(' · ')}</p>`
            : html`<p class="all-well" data-testid="analysis-state">${icons.check}${t(
                  failed > 0 ? 'analysis.finished' : 'analysis.complete',
              )}</p>`;
    return html`<p class="analysis-share"><strong data-testid="analysis-share">${percent(share, locale)}</strong>
            <span id="analysis-counts">${counts}</span></p>
        <progress class="analysis-bar" max="${String(total)}" value="${String(analyzed)}"
            aria-labelledby="analysis-title" aria-describedby="analysis-counts"></progress>
        ${state}
        ${
            failed > 0 &&
            html`<p class="analysis-failed">${icons.warning}<a class="text-link"
                href="/administration/library#unanalyzed"
                data-testid="analysis-problems">${t('analysis.failed', { count: failed })}</a></p>`
        }`;
}
