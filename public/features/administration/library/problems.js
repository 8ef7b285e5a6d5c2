// @ts-check

import { api } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { date } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, hasMessage, t } from '../../../core/i18n.js';
import { restartable } from '../../../core/restartable-signal.js';
import { icons } from '../../../elements/icons.js';
import { infiniteList } from '../../../elements/lists/infinite.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';

/**
 * @typedef {{ id: string, libraryId: string, path: string, reason: string, detail: string, foundAt: string }} Problem
 */

/** @param {HTMLElement} host @param {() => Map<string, string>} names @param {AbortSignal} signal */
export function mountProblems(host, names, signal) {
    const restart = restartable(signal);
    render(
        host,
        html`<h2 id="problems-title">${t('problems.title')}</h2><p class="panel-lead">${t('problems.lead')}</p>
            <div data-list>${rowsSkeleton(1)}</div>`,
    );
    const load = () => {
        void infiniteList(find(host, '[data-list]'), {
            signal: restart(),
            load: (cursor, abort) => api.get('/problems', { query: { cursor, limit: 25 }, signal: abort }),
            frame: html`<div class="table-fit">
                <table class="table problems is-stacking">
                <caption class="visually-hidden">${t('problems.title')}</caption>
                <thead><tr><th scope="col">${t('problems.file')}</th><th scope="col">${t('problems.reason')}</th>
                <th scope="col">${t('problems.found')}</th></tr></thead><tbody></tbody></table></div>`,
            container: 'tbody',
            item: (problem) => row(problem, names()),
            skeleton: rowsSkeleton(3),
            empty: () => html`<p class="all-well">${icons.check}${t('problems.none')}</p>`,
        }).ready;
    };
    return { load };
}

/** @param {Problem} problem @param {Map<string, string>} names */
function row({ libraryId, path, reason, detail, foundAt }, names) {
    const key = `problems.reasons.${reason}`;
    return html`<tr data-testid="problem-row">
        <td><code class="path">${path}</code><span class="thing-line">${names.get(libraryId) ?? ''}</span></td>
        <td data-label="${t('problems.reason')}">${hasMessage(key) ? t(key) : reason}${
            detail && html`<span class="thing-line" lang="en">${detail}</span>`
        }</td>
        <td data-label="${t('problems.found')}">${date(foundAt, currentLocale())}</td></tr>`;
}
