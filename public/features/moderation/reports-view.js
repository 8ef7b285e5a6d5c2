// @ts-check
// The reports. A moderator takes the content down, or closes the report with an answer.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { area, formError, handleForm, select } from '../../elements/forms/form.js';
import { liveList } from '../../elements/lists/live-list.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { REASON_LENGTHS, takeDown } from './model.js';
import { reasonDialog } from './reason-dialog.js';
import { reportRow } from './report-row.js';

/** @typedef {import('./model.js').Report} Report */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { path, query, setTitle, signal }) {
    setTitle(t('reports.title'));
    const closed = query.get('show') === 'closed';
    const tab = (/** @type {boolean} */ isClosed) =>
        html`<a href="${path}${isClosed ? '?show=closed' : ''}" aria-current="${isClosed === closed ? 'true' : 'false'}"
            data-testid="reports-${isClosed ? 'closed' : 'open'}">${t(
                isClosed ? 'reports.closed' : 'reports.open',
            )}</a>`;
    render(
        root,
        html`<div class="page is-narrow">
        <header class="page-head"><h1>${t('reports.title')}</h1></header>
        <p class="page-lead">${t('reports.lead')}</p>
        <nav class="tabs is-quiet" aria-label="${t('reports.title')}">${tab(false)}${tab(true)}</nav>
        <div data-list></div>
    </div>`,
    );
    const list = liveList(find(root, '[data-list]'), {
        signal,
        skeleton: rowsSkeleton(5),
        load: (cursor, limit) =>
            api.get('/moderation/reports', { query: { closed: closed ? 'true' : '', cursor, limit }, signal }),
        draw: (/** @type {Report[]} */ items) =>
            html`<ul class="things" data-testid="reports">${items.map(reportRow)}</ul>`,
        empty: () =>
            emptyState({
                art: 'people',
                title: t(closed ? 'reports.noneClosed' : 'reports.none'),
                text: closed ? '' : t('reports.noneText'),
            }),
    });
    const reportOf = (/** @type {HTMLElement} */ button) =>
        list.items.find((one) => one.id === /** @type {HTMLElement} */ (button.closest('[data-key]')).dataset.key);
    delegate(
        root,
        'click',
        '[data-act]',
        (button) => {
            const report = reportOf(button);
            if (report) act(report, () => void list.refresh());
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-close-report]',
        (button) => {
            const report = reportOf(button);
            if (report) closeDialog(report, () => void list.refresh());
        },
        signal,
    );
    for (const name of ['moderation', 'open', 'reset']) live.on(name, () => list.soon(), signal);
    await list.ready;
}

/** @param {Report} report @param {() => void} done */
function act({ kind, subjectId, title }, done) {
    reasonDialog(
        {
            title: t(`reports.acts.${kind}`),
            text: t('reports.actText', { name: title }),
            confirm: t(`reports.acts.${kind}`),
            done: t('reports.acted'),
            maxlength: REASON_LENGTHS[kind],
        },
        (reason) => takeDown(kind, subjectId, reason),
        done,
    );
}

/** @param {Report} report @param {() => void} done */
function closeDialog(report, done) {
    const { dialog, close } = openDialog({
        title: t('reports.closeNamed', { name: report.title }),
        testid: 'close-report-dialog',
        body: html`<form class="form dialog-body"><p>${t('reports.closeText', { count: report.count })}</p>
            ${select({
                name: 'outcome',
                label: t('reports.outcome'),
                value: 'dismissed',
                options: [
                    ['dismissed', t('reports.outcomes.dismissed')],
                    ['acted', t('reports.outcomes.acted')],
                ],
            })}
            ${area({ name: 'answer', label: t('reports.answer'), value: '', maxlength: 1000 })}${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="close-report-send">${t('reports.close')}</button></div>
        </form>`,
    });
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ outcome, answer }) => {
        await api.post(`/moderation/reports/${encodeURIComponent(report.id)}/closing`, { outcome, answer });
        close();
        toast(t('reports.closedDone'));
        done();
    });
}
