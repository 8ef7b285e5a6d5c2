// @ts-check

import { api } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { followAreas, unhurried } from '../../../core/live-views.js';
import { restartable } from '../../../core/restartable-signal.js';
import { area, formError, handleForm, select } from '../../../elements/forms/form.js';
import { infiniteList } from '../../../elements/lists/infinite.js';
import { openDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { emptyState } from '../../../elements/states/states.js';
import { requestRow } from '../../settings/feedback/request-row.js';

const STATES = /** @type {const} */ (['open', 'planned', 'done', 'declined']);

/** @typedef {import('../../settings/feedback/request-row.js').FeatureRequest} FeatureRequest */

/** @param {HTMLElement} root @param {import('../../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('requests.title'));
    render(
        root,
        html`<div class="page is-narrow"><header class="page-head"><h1>${t('requests.title')}</h1></header>
        <section class="panel"><p class="admin-lead">${t('requests.lead')}</p>
        <form class="admin-filters"
            data-filters>${select({
                name: 'state',
                label: t('requests.state'),
                value: 'open',
                options: [['', t('requests.all')], ...states()],
            })}</form>
        <div data-list></div></section></div>`,
    );
    const host = find(root, '[data-list]');
    const form = /** @type {HTMLFormElement} */ (find(root, '[data-filters]'));
    const restart = restartable(signal);
    /** @type {FeatureRequest[]} */
    let shown = [];
    /** @type {ReturnType<typeof infiniteList<FeatureRequest>>} */
    let requests;
    const list = () =>
        (requests = infiniteList(host, {
            signal: restart(),
            load: (cursor, abort) =>
                api.get('/feature-requests', {
                    query: { state: String(new FormData(form).get('state') ?? ''), cursor },
                    signal: abort,
                }),
            frame: html`<ul class="things" data-items></ul>`,
            item: (/** @type {FeatureRequest} */ request) => requestRow(request, { asAdmin: true }),
            skeleton: rowsSkeleton(3),
            empty: () => emptyState({ art: 'people', title: t('requests.none') }),
            loaded: (items) => {
                shown = items;
            },
        })).ready;
    followAreas('administration', ['requests'], unhurried(host, () => requests.refresh(), signal).soon, signal);
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('change', () => void list());
    delegate(
        host,
        'click',
        '[data-answer]',
        (button) => {
            const request = shown.find((one) => one.id === button.dataset.answer);
            if (request) answerDialog(request, () => void list());
        },
        signal,
    );
    await list();
}

/** @param {FeatureRequest} request @param {() => void} done */
function answerDialog(request, done) {
    const { dialog, close } = openDialog({
        title: t('requests.answerNamed', { name: request.person }),
        testid: 'answer-dialog',
        body: html`<form class="form dialog-body"><p class="long-text">${request.text}</p>
            ${select({
                name: 'state',
                label: t('requests.state'),
                value: request.state === 'open' ? 'planned' : request.state,
                options: states(),
            })}
            ${area({ name: 'answer', label: t('requests.answerText'), value: request.answer, maxlength: 2000 })}
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="answer-save">${t('requests.answer')}</button></div>
        </form>`,
    });
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ state, answer }) => {
        await api.put(`/feature-requests/${encodeURIComponent(request.id)}/answer`, { state, answer });
        close();
        toast(t('requests.answered', { name: request.person }));
        done();
    });
}

/** @returns {[string, string][]} */
function states() {
    return STATES.map((state) => [state, t(`requests.states.${state}`)]);
}
