// @ts-check
// The running scan, updated live, and the past scans.

import { announce } from '../../../core/announce.js';
import { api, isAbort } from '../../../core/api.js';
import { delegate, find, setText, style } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { live } from '../../../core/events.js';
import { dateTime, length, number } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { restartable } from '../../../core/restartable-signal.js';
import { infiniteList } from '../../../elements/lists/infinite.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { STEPS } from '../reasons.js';
import { remaining } from './model.js';

/** @typedef {import('../../../core/types.js').Scan} Scan */
/** @typedef {import('./model.js').Mark} Mark */

const COUNTS = /** @type {const} */ (['added', 'updated', 'moved', 'removed', 'restored', 'unchanged', 'problems']);

/**
 * @param {HTMLElement} progress
 * @param {HTMLElement} past
 * @param {{ libraryName: (id: string) => string | undefined, running: (running: boolean) => void,
 *   finished: () => void }} surroundings
 * @param {AbortSignal} signal
 */
export function mountScans(progress, past, { libraryName, running, finished }, signal) {
    let shown = '';
    /**
     * The IDs of finished scans. A short scan can end before the response to its start arrives.
     * @type {Set<string>}
     */
    const over = new Set();
    /** @type {Mark | undefined} */
    let mark;
    const restart = restartable(signal);

    const show = (/** @type {Scan} */ scan) => {
        if (over.has(scan.id)) return;
        const runs = scan.state === 'running';
        running(runs);
        if (!runs) {
            over.add(scan.id);
            progress.replaceChildren();
            if (shown === scan.id) announce(t(`scans.state.${scan.state}`));
            shown = '';
            finished();
            void list();
            return;
        }
        if (shown !== scan.id) {
            render(progress, frame(scan));
            mark = undefined;
        }
        shown = scan.id;
        mark = update(progress, scan, mark);
    };

    const list = () => {
        render(past, html`<h2 id="scans-title">${t('scans.past')}</h2><div data-list></div>`);
        return infiniteList(find(past, '[data-list]'), {
            signal: restart(),
            load: async (cursor, abort) => {
                const page = await api.get('/scans', { query: { cursor, limit: 10 }, signal: abort });
                const active = page.items.find((/** @type {Scan} */ scan) => scan.state === 'running');
                if (!cursor) {
                    if (active) show(active);
                    else running(false);
                }
                return page;
            },
            frame: html`<div class="table-fit">
                <table class="table is-stacking"><caption class="visually-hidden">${t('scans.past')}</caption>
                <thead><tr><th scope="col">${t('scans.started')}</th><th scope="col">${t('scans.result')}</th>
                <th scope="col">${t('scans.changes')}</th></tr></thead><tbody></tbody></table></div>`,
            container: 'tbody',
            item: (scan) => row(scan, libraryName),
            skeleton: rowsSkeleton(3),
            empty: () => html`<p class="panel-lead">${t('scans.none')}</p>`,
        }).ready;
    };

    delegate(
        progress,
        'click',
        '[data-cancel]',
        async () => {
            if (
                !(await confirmDialog({
                    title: t('scans.cancelTitle'),
                    text: t('scans.cancelText'),
                    confirm: t('scans.cancel'),
                    danger: false,
                }))
            )
                return;
            try {
                show(await api.delete(`/scans/${encodeURIComponent(shown)}`));
            } catch (error) {
                if (!isAbort(error)) toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    live.on('scan', show, signal);
    // Scans by another process, such as the command line.
    live.on('scans', () => void list(), signal);
    return { load: list, show };
}

/** @param {Scan} scan */
function frame(scan) {
    return html`<div class="panel scan" data-testid="scan-progress" data-scan-id="${scan.id}">
        <div class="section-head"><h2>${t('scans.running')}</h2><button type="button" class="button is-small"
            data-cancel data-testid="scan-cancel">${t('scans.cancel')}</button></div>
        <ol class="steps">${STEPS.map(
            (step) => html`<li data-step="${step}"><span>${t(`scans.step.${step}`)}</span></li>`,
        )}</ol>
        <div class="progress" role="progressbar" aria-label="${t('scans.running')}" aria-valuemin="0"
            aria-valuemax="100" data-bar><i></i></div>
        <p class="scan-files" data-files></p>
        <dl class="facts">${COUNTS.map(
            (name) => html`<div><dt>${t(`scans.count.${name}`)}</dt><dd data-count="${name}">0</dd></div>`,
        )}</dl>
    </div>`;
}

/**
 * @param {HTMLElement} host
 * @param {Scan} scan
 * @param {Mark | undefined} mark
 * @returns {Mark | undefined} the mark for the next update
 */
function update(host, scan, mark) {
    const at = STEPS.indexOf(scan.step);
    for (const step of /** @type {NodeListOf<HTMLElement>} */ (host.querySelectorAll('[data-step]'))) {
        const place = STEPS.indexOf(/** @type {Scan['step']} */ (step.dataset.step));
        step.className = place < at ? 'is-done' : place === at ? 'is-now' : '';
        if (place === at) step.setAttribute('aria-current', 'step');
        else step.removeAttribute('aria-current');
    }
    const bar = find(host, '[data-bar]');
    const total = scan.filesTotal ?? 0;
    const part = total > 0 ? Math.min(1, scan.filesRead / total) : undefined;
    bar.classList.toggle('is-endless', part === undefined);
    if (part === undefined) bar.removeAttribute('aria-valuenow');
    else bar.setAttribute('aria-valuenow', String(Math.round(part * 100)));
    style(bar, { part: `${(part ?? 0) * 100}%` });
    const seen = part === undefined ? undefined : (mark ?? { part, at: performance.now() });
    const left = seen && part !== undefined ? remaining(part, seen, performance.now()) : undefined;
    const files =
        total > 0
            ? t('scans.filesOf', { read: scan.filesRead, count: total })
            : t('scans.filesFound', { count: scan.filesFound });
    setText(
        find(host, '[data-files]'),
        left === undefined ? files : `${files} · ${t('scans.left', { time: length(left, currentLocale()) })}`,
    );
    for (const name of COUNTS) setText(find(host, `[data-count=${name}]`), number(scan[name], currentLocale()));
    return seen;
}

/** @param {Scan} scan @param {(id: string) => string | undefined} libraryName */
function row(scan, libraryName) {
    const locale = currentLocale();
    const changes = COUNTS.filter((name) => name !== 'unchanged' && scan[name] > 0).map(
        (name) => `${t(`scans.count.${name}`)} ${number(scan[name], locale)}`,
    );
    const lasted = scan.finishedAt
        ? length(new Date(scan.finishedAt).getTime() - new Date(scan.startedAt).getTime(), locale)
        : '';
    const tone = { finished: 'is-good', failed: 'is-bad', cancelled: '', running: '' }[scan.state];
    return html`<tr data-testid="scan-row">
        <td>${dateTime(scan.startedAt, locale)}<span
        class="thing-line">${scan.libraryId ? (libraryName(scan.libraryId) ?? '') : t('scans.all')}${
            lasted && html` · ${lasted}`
        }</span></td>
        <td data-label="${t('scans.result')}"><span class="badge ${tone}">${t(`scans.state.${scan.state}`)}</span>${
            scan.detail && html`<span class="thing-line">${scan.detail}</span>`
        }</td>
        <td data-label="${t('scans.changes')}">${
            changes.length > 0 ? changes.join(' · ') : html`<span class="quiet">${t('scans.nothing')}</span>`
        }</td></tr>`;
}
