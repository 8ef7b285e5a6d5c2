// @ts-check
// Lyrics lookups for whole libraries: starts, follows and stops them.

import { announce } from '../../../core/announce.js';
import { api, isAbort } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { live } from '../../../core/events.js';
import { number } from '../../../core/format.js';
import { attribute, html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { focused } from '../../../elements/lists/live-list.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { errorState } from '../../../elements/states/states.js';

/**
 * @typedef {{ libraryId: string, state: 'running'|'stopped'|'done', total: number, done: number, found: number,
 *   perMinute: number, changedAt: string }} Run
 */

/** Tracks per minute. */
const PACES = [10, 30, 60, 120];

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountRuns(host, signal) {
    render(
        host,
        html`<h2 id="runs-title">${t('providers.runs')}</h2><p class="admin-lead">${t('providers.runsLead')}</p>
        <label class="inline-select runs-pace"><span>${t('providers.pace')}</span><select data-pace
            data-testid="runs-pace">${PACES.map(
                (pace) => html`<option value="${String(pace)}" ${attribute('selected', pace === 60)}>${t(
                    'providers.perMinute',
                    { count: pace },
                )}</option>`,
            )}</select></label>
        <div data-rows>${rowsSkeleton(1)}</div>`,
    );
    const rows = find(host, '[data-rows]');
    /** @type {{ id: string, name: string }[]} */
    let libraries = [];
    /** @type {Map<string, Run>} */
    let runs = new Map();
    const draw = () => {
        const focus = focused(rows);
        render(rows, html`<ul class="things">${libraries.map((one) => row(one, runs.get(one.id)))}</ul>`);
        focus();
    };
    const take = (/** @type {Run} */ run) => {
        const before = runs.get(run.libraryId);
        // Events older than the response to a request are outdated.
        if (before && before.changedAt > run.changedAt) return;
        runs.set(run.libraryId, run);
        if (before?.state === 'running' && run.state !== 'running') announce(t(`providers.states.${run.state}`));
        draw();
    };
    const load = async () => {
        try {
            const [listed, known] = await Promise.all([
                api.get('/libraries', { signal }),
                api.get('/lyrics/lookups', { signal }),
            ]);
            libraries = listed.items;
            runs = new Map(known.items.map((/** @type {Run} */ run) => [run.libraryId, run]));
            draw();
        } catch (error) {
            if (isAbort(error)) return;
            render(rows, errorState(error));
            rows.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    const act = async (/** @type {() => Promise<Run>} */ request) => {
        try {
            take(await request());
        } catch (error) {
            toast(explain(error), { kind: 'error' });
            await load();
        }
    };
    const path = (/** @type {string | undefined} */ id) => `/lyrics/lookups/${encodeURIComponent(id ?? '')}`;
    delegate(
        rows,
        'click',
        '[data-start]',
        (button) => {
            const pace = /** @type {HTMLSelectElement} */ (find(host, '[data-pace]')).value;
            return void act(() => api.put(path(button.dataset.start), { perMinute: Number(pace) }));
        },
        signal,
    );
    delegate(rows, 'click', '[data-stop]', (b) => void act(() => api.delete(path(b.dataset.stop))), signal);
    live.on('lyricsRun', take, signal);
    for (const name of ['open', 'reset']) live.on(name, () => void load(), signal);
    await load();
}

/** @param {{ id: string, name: string }} library @param {Run | undefined} run */
function row({ id, name }, run) {
    const locale = currentLocale();
    const runs = run?.state === 'running';
    const label = runs ? 'stop' : run?.state === 'stopped' ? 'goOn' : 'start';
    return html`<li class="thing" data-key="${id}" data-testid="run-row"><div class="thing-text">
        <p class="thing-title">${name}</p>${
            run
                ? html`<p class="thing-line" data-testid="run-state">${t(`providers.states.${run.state}`)} · ${t(
                      'providers.progress',
                      { done: number(run.done, locale), total: number(Math.max(run.total, run.done), locale) },
                  )} · ${t('providers.foundCount', { count: run.found })}</p>
                <progress class="analysis-bar" max="${String(Math.max(1, run.total))}"
                    value="${String(Math.min(run.done, run.total))}" aria-label="${name}"></progress>`
                : html`<p class="thing-line">${t('providers.neverRun')}</p>`
        }</div>
        <button type="button" class="button is-small" ${runs ? html`data-stop="${id}"` : html`data-start="${id}"`}
            data-focus="run" aria-label="${t(`providers.${label}`)} · ${name}"
            data-testid="run-${runs ? 'stop' : 'start'}">${t(`providers.${label}`)}</button></li>`;
}
