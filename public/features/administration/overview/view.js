// @ts-check
// The server's state, reloaded every few seconds while the page is open, and its figures of the past week.

import { api, isAbort } from '../../../core/api.js';
import { delegate, find, onLeave } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { dateTime, number } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { errorState } from '../../../elements/states/states.js';
import { analysisPanel } from './analysis.js';
import { figureTable, figureTiles } from './figures.js';
import { showStreams } from './streams.js';
import { cleanupList, jobList, scanAndCertificate, sizes } from './upkeep.js';
import { warningList } from './warnings.js';

const PAUSE_MS = 5000;
/** The history is reloaded less often, because a week's lines change slowly. */
const HISTORY_MS = 60_000;

/** @typedef {import('./upkeep.js').Job} Job */
/** @typedef {import('./figures-model.js').History} History */
/** @typedef {import('./figures.js').Overview} Overview */

/** @param {HTMLElement} root @param {import('../../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('overview.title'));
    render(
        root,
        html`<div class="page"><header class="page-head"><h1>${t('overview.title')}</h1></header>
            <div class="admin-grid" data-parts>${rowsSkeleton(5)}</div></div>`,
    );
    const host = find(root, '[data-parts]');
    let timer = 0;
    let readAt = -Infinity;
    /** @type {History | undefined} */
    let history;
    /** @type {Map<string, string>} */
    const shown = new Map();
    const readHistory = async () => {
        if (performance.now() - readAt < HISTORY_MS) return;
        readAt = performance.now();
        // The figures also show without their lines. A later reload requests the history again.
        history = await api.get('/overview/history', { signal, quiet: true }).catch(() => history);
    };
    const load = async () => {
        try {
            const [overview] = await Promise.all([api.get('/overview', { signal }), readHistory()]);
            if (signal.aborted) return;
            update(host, overview, history, shown);
            timer = window.setTimeout(() => void load(), PAUSE_MS);
        } catch (error) {
            if (isAbort(error)) return;
            shown.clear();
            render(host, errorState(error));
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    /** @param {string} path */
    const decide = async (path) => {
        window.clearTimeout(timer);
        try {
            await api.post(path, undefined, { signal });
        } catch (error) {
            if (isAbort(error)) return;
            toast(explain(error), { kind: 'error' });
        }
        await load();
    };
    delegate(host, 'click', '[data-decide]', (button) => decide(button.dataset.decide ?? ''), signal);
    onLeave(signal, () => window.clearTimeout(timer));
    await load();
}

/**
 * Renders only the parts that have changed, so that selection and focus elsewhere stay.
 * @param {HTMLElement} host
 * @param {Overview} overview
 * @param {History | undefined} history
 * @param {Map<string, string>} shown the state on screen, by part
 */
function update(host, overview, history, shown) {
    const { warnings, streams, jobs, scan, certificate, cleanups, cleanupHold, disks, storage } = overview;
    const { listeners, startedAt, people, tracks, conversions, openRequests, version } = overview;
    const analysis = jobs.find(({ name }) => name === 'analysis');
    const others = jobs.filter((job) => job !== analysis);
    /** @type {[string, unknown, () => unknown][]} */
    const parts = [
        ['warnings', warnings, () => warningList(warnings)],
        ['week', { history, streams: streams.length, listeners, storage, disks }, () => figureTiles(overview, history)],
        ['days', history, () => figureTable(history)],
        ['streams', undefined, () => html``],
        ['facts', { startedAt, people, tracks, conversions, openRequests, version }, () => facts(overview)],
        ['analysis', analysis, () => analysisPanel(analysis ?? { running: false, waiting: 0 })],
        ['jobs', others, () => jobList(others)],
        ['cleanups', { cleanups, cleanupHold }, () => cleanupList(cleanups, cleanupHold)],
        ['storage', { disks, storage }, () => sizes(disks, storage)],
        ['scan', { scan, certificate }, () => scanAndCertificate(scan, certificate)],
    ];
    if (shown.size === 0)
        render(
            host,
            html`${parts
                .filter(([name]) => name !== 'days')
                .map(
                    ([name]) =>
                    html`<section class="panel ${WIDE.includes(name) ? 'is-wide' : ''} is-${name}"
                        aria-labelledby="${name}-title" data-testid="${name}"><h2
                        id="${name}-title">${t(`overview.${name}`)}</h2>
                <div data-part="${name}"></div>${name === 'week' && html`<div data-part="days"></div>`}</section>`,
                )}`,
        );
    for (const [name, data, markup] of parts) {
        const state = JSON.stringify(data) ?? '';
        if (state === shown.get(name)) continue;
        render(find(host, `[data-part=${name}]`), markup());
        shown.set(name, state);
    }
    showStreams(find(host, '[data-part=streams]'), streams);
}

const WIDE = ['warnings', 'week', 'streams'];

/** @param {Overview} overview */
function facts({ people, tracks, conversions, openRequests, version, startedAt }) {
    const locale = currentLocale();
    /** @type {[string, string][]} */
    const values = [
        ['people', number(people, locale)],
        ['tracks', number(tracks, locale)],
        ['conversions', number(conversions.running + conversions.waiting, locale)],
        ['requests', number(openRequests, locale)],
        ['version', version],
    ];
    return html`<dl
        class="facts">${values.map(
            ([name, value]) =>
                html`<div><dt>${t(`overview.${name}`)}</dt><dd data-testid="fact-${name}">${value}</dd></div>`,
        )}</dl>
        <p class="admin-note">${t('overview.running')} <time
            datetime="${startedAt}">${dateTime(startedAt, locale)}</time></p>`;
}
