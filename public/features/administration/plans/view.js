// @ts-check

import { api, isAbort } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { followAreas, unhurried } from '../../../core/live-views.js';
import { dataSize } from '../../../core/units.js';
import { icons } from '../../../elements/icons.js';
import { focused } from '../../../elements/lists/live-list.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { errorState } from '../../../elements/states/states.js';
import { planDialog } from './dialog.js';

/** @typedef {import('./dialog.js').Plan} Plan */

/** @param {HTMLElement} root @param {import('../../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('plans.title'));
    render(
        root,
        html`<div class="page is-narrow">
        <header class="page-head"><h1>${t('plans.title')}</h1>
            <div class="page-tools"><button type="button" class="button is-primary" data-create
            data-testid="plan-create">${icons.plus}${t('plans.create')}</button></div></header>
        <section class="panel"><p class="admin-lead">${t('plans.lead')}</p><div data-list>${rowsSkeleton(2)}</div>
            </section>
    </div>`,
    );
    const host = find(root, '[data-list]');
    /** @type {Plan[]} */
    let plans = [];
    const load = async () => {
        try {
            plans = (await api.get('/plans', { signal })).items;
            const focus = focused(host);
            render(host, html`<ul class="things">${plans.map(row)}</ul>`);
            focus();
        } catch (error) {
            if (isAbort(error)) return;
            render(host, errorState(error));
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    delegate(root, 'click', '[data-create]', () => planDialog(undefined, () => void load()), signal);
    delegate(
        host,
        'click',
        '[data-edit]',
        (button) =>
            planDialog(
                plans.find((plan) => plan.id === button.dataset.edit),
                () => void load(),
            ),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-delete]',
        async (button) => {
            const plan = plans.find((one) => one.id === button.dataset.delete);
            if (
                !plan ||
                !(await confirmDialog({
                    title: t('plans.deleteTitle', { name: plan.name }),
                    text: t('plans.deleteText', { count: plan.members ?? 0 }),
                    confirm: t('users.delete'),
                }))
            )
                return;
            try {
                await api.delete(`/plans/${encodeURIComponent(plan.id)}`);
                await load();
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    followAreas('administration', ['plans'], unhurried(host, load, signal).soon, signal);
    await load();
}

/** @param {Plan} plan */
function row(plan) {
    const locale = currentLocale();
    const none = t('plans.noLimit');
    const size = (/** @type {number | null} */ bytes) => (bytes === null ? none : dataSize(bytes, locale));
    const lines = [
        [t('plans.streams'), plan.streams ?? none],
        [t('users.bitrate'), plan.maximumBitrate === null ? none : t('plans.kbits', { rate: plan.maximumBitrate })],
        [t('plans.uploadShort'), size(plan.uploadQuota)],
        [t('plans.transferShort'), size(plan.monthlyTransfer)],
    ];
    return html`<li class="thing" data-key="${plan.id}" data-testid="plan-row">
        <div class="thing-text">
        <p class="thing-title">${plan.name}${
            plan.default && html` <span class="badge">${t('plans.default')}</span>`
        }</p>
        <p class="thing-line">${lines
            .map(([label, value]) => `${label}: ${value}`)
            .concat(plan.downloads ? [] : t('plans.noDownloads'))
            .join(' · ')}</p><p class="thing-line">${t('plans.members', { count: plan.members ?? 0 })}</p></div>
        <button type="button" class="icon-button" data-edit="${plan.id}" data-focus="edit"
            aria-label="${t('plans.editNamed', { name: plan.name })}" data-testid="plan-edit">${icons.edit}</button>
        ${
            !plan.default &&
            html`<button type="button" class="icon-button" data-delete="${plan.id}" data-focus="delete"
            aria-label="${t('plans.deleteNamed', { name: plan.name })}"
            data-testid="plan-delete">${icons.trash}</button>`
        }</li>`;
}
