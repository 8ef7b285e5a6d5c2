// @ts-check
// The external sources of artist and album descriptions: their switches, addresses, and lookup progress.

import { api, isAbort } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { attribute, html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { field, formError, handleForm } from '../../../elements/forms/form.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { errorState } from '../../../elements/states/states.js';

/**
 * @typedef {{ source: string, url: string, isOwnAddress: boolean, needsKey: boolean, hasKey: boolean, on: boolean,
 *   failure?: string }} Source
 * @typedef {{ sources: Source[], total: number, done: number, found: number }} State
 */

/** How often the progress is requested while a source is on. */
const PACE_MS = 5000;

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountDescriptions(host, signal) {
    render(
        host,
        html`<h2 id="descriptions-title">${t('descriptions.title')}</h2>
            <p class="panel-lead">${t('descriptions.lead')}</p><p class="panel-lead">${t('descriptions.privacy')}</p>
            <div class="form"><div data-progress></div><div class="form" data-sources></div></div>`,
    );
    const [progress, sources] = [find(host, '[data-progress]'), find(host, '[data-sources]')];
    let isOn = false;
    /** @param {State} state */
    const showProgress = (state) => {
        isOn = state.sources.some(({ on }) => on);
        render(progress, html`${isOn && progressOf(state)}${!isOn && state.found > 0 && removal()}`);
    };
    /** @param {State} state */
    const show = (state) => {
        showProgress(state);
        render(sources, html`${state.sources.map(({ source }) => html`<div data-source="${source}"></div>`)}`);
        state.sources.forEach(showSource);
    };
    /**
     * Renders one source alone, so that text typed into the other sources' fields stays.
     * @param {Source} shown
     */
    const showSource = (shown) => {
        const { source, isOwnAddress, url } = shown;
        const place = find(sources, `[data-source="${source}"]`);
        render(place, formOf(shown));
        const form = /** @type {HTMLFormElement} */ (find(place, 'form'));
        handleForm(form, async (values) => {
            const on = /** @type {HTMLInputElement} */ (find(form, '[data-on]')).checked;
            const changed = values.url !== (isOwnAddress ? '' : url);
            const body = { on, ...(changed && { url: values.url || null }), ...(values.key && { key: values.key }) };
            /** @type {State} */
            const saved = await api.patch(`/descriptions/sources/${source}`, body);
            if (signal.aborted) return;
            showProgress(saved);
            saved.sources.filter((one) => one.source === source).forEach(showSource);
            toast(t('settings.saved'));
        });
    };
    const load = async () => {
        try {
            show(await api.get('/descriptions', { signal }));
        } catch (error) {
            if (isAbort(error)) return;
            render(sources, errorState(error));
            sources.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    delegate(sources, 'click', '[data-test]', (button) => test(button), signal);
    delegate(
        progress,
        'click',
        '[data-remove]',
        async () => {
            const confirm = t('descriptions.remove');
            if (!(await confirmDialog({ title: confirm, text: t('descriptions.removeText'), confirm }))) return;
            await api.delete('/descriptions');
            await load();
        },
        signal,
    );
    const timer = setInterval(() => {
        // A failed request leaves the page unchanged.
        if (isOn) void api.get('/descriptions', { signal, quiet: true }).then(showProgress, () => {});
    }, PACE_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    await load();
}

/** @param {HTMLElement} button */
async function test(button) {
    const report = find(/** @type {HTMLElement} */ (button.parentElement), '[data-report]');
    button.setAttribute('aria-busy', 'true');
    try {
        /** @type {{ answers: boolean, failure?: string }} */
        const { failure } = await api.post(`/descriptions/sources/${button.dataset.test}/test`, {});
        report.textContent = t(failure ? `providers.failures.${failure}` : 'descriptions.answers');
    } catch (error) {
        report.textContent = explain(error);
    }
    button.removeAttribute('aria-busy');
}

/** @param {State} state */
const progressOf = ({ total, done, found }) =>
    html`<p data-testid="description-progress">${t('descriptions.progress', { done, total, found })}</p>`;

const removal = () => html`<div class="form-actions"><button type="button" class="button is-dangerous" data-remove
    data-testid="descriptions-remove">${t('descriptions.remove')}</button></div>`;

/** @param {Source} source */
const formOf = ({ source, url, isOwnAddress, needsKey, hasKey, on, failure }) => html`<form class="form"
    data-testid="description-source-${source}">
    <h3>${t(`descriptions.sources.${source}`)}</h3>
    ${failure && html`<p class="form-error" role="status">${t(`providers.failures.${failure}`)}</p>`}
    <label class="switch"><input type="checkbox" role="switch" data-on
        aria-label="${t(`descriptions.sources.${source}`)}" ${attribute('checked', on)}><span>${t(
            'descriptions.on',
        )}</span></label>
    ${field({
        name: 'url',
        label: t('descriptions.url'),
        value: isOwnAddress ? '' : url,
        maxlength: 500,
        placeholder: url,
        hint: t('descriptions.urlHint'),
    })}
    ${
        needsKey &&
        field({
            name: 'key',
            label: t('providers.key'),
            type: 'password',
            autocomplete: 'new-password',
            maxlength: 256,
            hint: t(hasKey ? 'providers.keyKept' : 'descriptions.keyHint'),
        })
    }
    ${formError}
    <div class="form-actions"><button type="submit" class="button is-primary">${t('actions.save')}</button>
        <button type="button" class="button" data-test="${source}">${t('descriptions.test')}</button>
        <span data-report role="status"></span></div></form>`;
