// @ts-check
// The tracks whose audio could not be analyzed, with the reasons.

import { api } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { date } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, hasMessage, t } from '../../../core/i18n.js';
import { trackPath } from '../../../core/links.js';
import { restartable } from '../../../core/restartable-signal.js';
import { icons } from '../../../elements/icons.js';
import { infiniteList } from '../../../elements/lists/infinite.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';

/** @typedef {{ trackId: string, title: string, path: string, reason: string, at: string }} Unanalyzed */

/** @param {HTMLElement} host @param {AbortSignal} signal */
export function mountUnanalyzed(host, signal) {
    const restart = restartable(signal);
    render(
        host,
        html`<h2 id="unanalyzed-title">${t('analysis.problemsTitle')}</h2>
            <p class="panel-lead">${t('analysis.problemsLead')}</p><div data-list>${rowsSkeleton(1)}</div>`,
    );
    const load = () =>
        infiniteList(find(host, '[data-list]'), {
            signal: restart(),
            load: (cursor, abort) => api.get('/analysis/problems', { query: { cursor, limit: 25 }, signal: abort }),
            frame: html`<div class="table-fit">
                <table class="table problems is-stacking">
                <caption class="visually-hidden">${t('analysis.problemsTitle')}</caption>
                <thead><tr><th scope="col">${t('tracks.title')}</th><th scope="col">${t('problems.reason')}</th>
                <th scope="col">${t('problems.found')}</th></tr></thead><tbody></tbody></table></div>`,
            container: 'tbody',
            item: row,
            skeleton: rowsSkeleton(3),
            empty: () => html`<p class="all-well">${icons.check}${t('analysis.noProblems')}</p>`,
        }).ready;
    return { load };
}

/** @param {Unanalyzed} problem */
function row({ trackId, title, path, reason, at }) {
    const key = `analysis.reasons.${reason}`;
    return html`<tr data-testid="unanalyzed-row">
        <td><a class="text-link" href="${trackPath(trackId)}" dir="auto">${title}</a><span
            class="thing-line"><code class="path">${path}</code></span></td>
        <td data-label="${t('problems.reason')}">${hasMessage(key) ? t(key) : reason}</td>
        <td data-label="${t('problems.found')}">${date(at, currentLocale())}</td></tr>`;
}
