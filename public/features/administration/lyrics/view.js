// @ts-check
// The lyrics providers in the order of lookup, and the lookups for whole libraries.

import { api, isAbort } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { timeOfDay } from '../../../core/format.js';
import { attribute, html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { followAreas, unhurried } from '../../../core/live-views.js';
import { icons } from '../../../elements/icons.js';
import { focused } from '../../../elements/lists/live-list.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { errorState } from '../../../elements/states/states.js';
import { providerDialog } from './dialog.js';
import { mountRuns } from './runs.js';

/** @typedef {import('../../../core/types.js').LyricsProvider} Provider */

/** @param {HTMLElement} root @param {import('../../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('providers.title'));
    render(
        root,
        html`<div class="page is-narrow">
        <header class="page-head"><h1>${t('providers.title')}</h1>
            <div class="page-tools"><button type="button" class="button is-primary" data-create
            data-testid="provider-create">${icons.plus}${t('providers.create')}</button></div></header>
        <section class="panel" aria-labelledby="providers-title">
            <h2 id="providers-title">${t('providers.list')}</h2>
            <p class="admin-lead">${t('providers.lead')}</p>
            <p class="admin-lead" data-testid="providers-privacy">${t('providers.privacy')}</p>
            <div data-list>${rowsSkeleton(2)}</div></section>
        <section class="panel" aria-labelledby="runs-title" data-runs></section>
    </div>`,
    );
    const host = find(root, '[data-list]');
    /** @type {Provider[]} */
    let providers = [];
    const show = () => {
        const focus = focused(host);
        render(
            host,
            providers.length === 0
                ? html`<p class="quiet" data-testid="providers-none">${t('providers.none')}</p>`
                : html`<ul class="things">${providers.map((one, place) => row(one, place, providers.length))}</ul>`,
        );
        focus();
    };
    const load = async () => {
        try {
            providers = (await api.get('/lyrics/providers', { signal })).items;
            show();
        } catch (error) {
            if (isAbort(error)) return;
            render(host, errorState(error));
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    // Runs a request that changes a provider, then reloads the list.
    const change = async (/** @type {() => Promise<unknown>} */ act) => {
        try {
            await act();
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
        await load();
    };
    const path = (/** @type {string | undefined} */ id) => `/lyrics/providers/${encodeURIComponent(id ?? '')}`;
    const named = (/** @type {string | undefined} */ id) => providers.find((one) => one.id === id);

    delegate(root, 'click', '[data-create]', () => providerDialog(undefined, () => void load()), signal);
    delegate(host, 'click', '[data-edit]', (b) => providerDialog(named(b.dataset.edit), () => void load()), signal);
    delegate(
        host,
        'change',
        '[data-enable]',
        (box) =>
            void change(() =>
                api.patch(path(box.dataset.enable), { enabled: /** @type {HTMLInputElement} */ (box).checked }),
            ),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-move]',
        (button) => {
            const ids = providers.map(({ id }) => id);
            const from = ids.indexOf(button.dataset.move ?? '');
            const to = from + Number(button.dataset.by);
            [ids[from], ids[to]] = [ids[to], ids[from]];
            return void change(() => api.put('/lyrics/providers', { ids }));
        },
        signal,
    );
    delegate(
        host,
        'click',
        '[data-test]',
        async (button) => {
            button.setAttribute('aria-busy', 'true');
            await change(async () => {
                const { answers, failure } = await api.post(`${path(button.dataset.test)}/test`);
                const name = named(button.dataset.test)?.name ?? '';
                if (answers) toast(t('providers.answers', { name }));
                else toast(`${name}: ${t(`providers.failures.${failure}`)}`, { kind: 'error' });
            });
        },
        signal,
    );
    delegate(
        host,
        'click',
        '[data-delete]',
        async (button) => {
            const provider = named(button.dataset.delete);
            if (!provider) return;
            const sure = await confirmDialog({
                title: t('providers.removeTitle', { name: provider.name }),
                text: t('providers.removeText'),
                confirm: t('actions.remove'),
            });
            if (sure) await change(() => api.delete(path(provider.id)));
        },
        signal,
    );
    followAreas('administration', ['lyrics'], unhurried(host, load, signal).soon, signal);
    await Promise.all([load(), mountRuns(find(root, '[data-runs]'), signal)]);
}

/** @param {Provider} provider @param {number} place @param {number} count */
function row(provider, place, count) {
    const { id, kind, name, url, hasKey, enabled, storageDays, failure, restsUntil } = provider;
    const facts = [
        t(`providers.kinds.${kind}`),
        t(hasKey ? 'providers.withKey' : 'providers.withoutKey'),
        storageDays === null ? t('providers.storedForGood') : t('providers.storedFor', { count: storageDays }),
    ];
    const move = (/** @type {number} */ by) => html`<button type="button" class="icon-button" data-move="${id}"
        data-by="${String(by)}" data-focus="${by < 0 ? 'up' : 'down'}"
        ${attribute('disabled', place + by < 0 || place + by >= count)}
        aria-label="${t(by < 0 ? 'providers.earlier' : 'providers.later', { name })}"
        data-testid="provider-${by < 0 ? 'up' : 'down'}">${by < 0 ? icons.up : icons.down}</button>`;
    return html`<li class="thing is-tall provider" data-key="${id}" data-testid="provider-row">
        <div class="thing-text"><p class="thing-title">${name}</p><p class="thing-line"><code>${url}</code></p>
            <p class="thing-line">${facts.join(' · ')}</p>${
                failure &&
                html`<p class="thing-line provider-failure" data-testid="provider-failure">${icons.warning}${t(
                    `providers.failures.${failure}`,
                )}${
                    restsUntil && Date.parse(restsUntil) > Date.now()
                        ? ` ${t('providers.restsUntil', { time: timeOfDay(restsUntil, currentLocale()) })}`
                        : ''
                }</p>`
            }
            <label class="switch"><input type="checkbox" role="switch" data-enable="${id}" data-focus="enable"
                ${attribute('checked', enabled)} data-testid="provider-enabled"><span>${t('providers.enabled')}<span
                class="visually-hidden"> · ${name}</span></span></label></div>
        <div class="provider-tools">${move(-1)}${move(1)}
            <button type="button" class="icon-button" data-test="${id}" data-focus="test"
                aria-label="${t('providers.test', { name })}" title="${t('providers.test', { name })}"
                data-testid="provider-test">${icons.check}</button>
            <button type="button" class="icon-button" data-edit="${id}" data-focus="edit"
                aria-label="${t('plans.editNamed', { name })}" data-testid="provider-edit">${icons.edit}</button>
            <button type="button" class="icon-button" data-delete="${id}" data-focus="delete"
                aria-label="${t('plans.deleteNamed', { name })}"
                data-testid="provider-delete">${icons.trash}</button></div></li>`;
}
