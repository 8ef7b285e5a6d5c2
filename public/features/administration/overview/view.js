// @ts-check
// The server's state, read again every few seconds while the page is open.

import { api, isAbort } from '../../../core/api.js';
import { delegate, find, onLeave } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { ago, date, dateTime, number } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { dataSize } from '../../../core/units.js';
import { icons } from '../../../elements/icons.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { errorState } from '../../../elements/states/states.js';
import { analysisPanel } from './analysis.js';
import { streamsTable } from './streams.js';

const PAUSE_MS = 5000;

/** @typedef {{ kind: string, urgent: boolean, detail: string }} Warning */
/** @typedef {{ name: string, library: boolean, free?: number, total?: number }} Disk */
/** @typedef {{ kind: string, total: number, marked: number, removed: number, stopped?: number }} Cleanup */
/** @typedef {{ name: string, running: boolean, waiting: number, done?: number, failed?: number }} Job */
/**
 * @typedef {{ subject: string, issuer: string, names: string[], until: string, fingerprint: string,
 *   own: boolean }} Certificate
 */
/**
 * @typedef {{ version: string, startedAt: string, warnings: Warning[], streams: import('./streams.js').Stream[],
 *   listeners: number, people: number, openRequests: number,
 *   tracks: number, scan?: { state: string, startedAt: string, filesFound?: number }, conversions: { running: number,
 * waiting: number },
 *   cleanups: Cleanup[], cleanupHold?: string, jobs: Job[], storage: { name: string, bytes: number }[], disks: Disk[],
 * certificate?: Certificate }} Overview
 */

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
    /** @type {Map<string, string>} */
    const shown = new Map();
    const load = async () => {
        try {
            update(host, await api.get('/overview', { signal }), shown);
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
 * Each part is drawn again only when something in it has changed, so that whatever somebody has selected or focused
 * elsewhere stays.
 * @param {HTMLElement} host
 * @param {Overview} overview
 * @param {Map<string, string>} shown what is on the screen, by part
 */
function update(host, overview, shown) {
    const {
        warnings,
        cleanups,
        cleanupHold,
        streams,
        jobs,
        disks,
        storage,
        scan,
        certificate,
        startedAt,
        listeners,
        people,
        tracks,
        conversions,
        openRequests,
        version,
    } = overview;
    const analysis = jobs.find(({ name }) => name === 'analysis');
    const others = jobs.filter((job) => job !== analysis);
    /** @type {[string, unknown, () => unknown][]} */
    const parts = [
        ['warnings', warnings, () => warningList(warnings)],
        ['facts', { startedAt, listeners, people, tracks, conversions, openRequests, version }, () => facts(overview)],
        ['streams', streams, () => streamsTable(streams)],
        ['analysis', analysis, () => analysisPanel(analysis ?? { running: false, waiting: 0 })],
        ['jobs', others, () => jobList(others)],
        ['cleanups', { cleanups, cleanupHold }, () => cleanupList(cleanups, cleanupHold)],
        ['storage', { disks, storage }, () => sizes(disks, storage)],
        [
            'scan',
            { scan, certificate },
            () =>
                html`${latest(scan)}<h2 class="panel-second">${t('overview.certificate')}</h2>${
                    certificate
                        ? certificateFacts(certificate)
                        : html`<p class="quiet">${t('overview.warning.certificateMissing')}</p>`
                }`,
        ],
    ];
    if (shown.size === 0)
        render(
            host,
            html`${parts.map(
                ([name]) =>
                    html`<section class="panel ${name === 'streams' ? 'is-wide' : ''}" aria-labelledby="${name}-title"
                data-testid="${name}"><h2 id="${name}-title">${t(`overview.${name}`)}</h2>
                <div data-part="${name}"></div></section>`,
            )}`,
        );
    for (const [name, data, markup] of parts) {
        const state = JSON.stringify(data) ?? '';
        if (state !== shown.get(name)) render(find(host, `[data-part=${name}]`), markup());
        shown.set(name, state);
    }
}

/** @param {Warning[]} warnings */
function warningList(warnings) {
    if (warnings.length === 0) return html`<p class="all-well">${icons.check}${t('overview.allWell')}</p>`;
    return html`<ul
        class="warnings">${warnings.map(
            ({ kind, urgent, detail }) =>
                html`<li class="${urgent ? 'is-urgent' : ''}"
        data-testid="warning">${
            icons.warning
        }<span>${urgent && html`<span class="visually-hidden">${t('overview.urgent')}: </span>`}${t(
            `overview.warning.${kind}`,
            { detail },
        )}</span>${decision(kind, detail)}</li>`,
        )}</ul>`;
}

/**
 * The decisions of an admin about a warning.
 * @param {string} kind
 * @param {string} detail
 */
function decision(kind, detail) {
    if (kind === 'clockLeapt')
        return html`<button type="button" class="button is-small" data-decide="/clock/acceptance"
            data-testid="accept-clock">${t('overview.acceptClock')}</button>`;
    if (kind === 'cleanupStopped')
        return html`<button type="button" class="button is-small"
            data-decide="/cleanups/${detail.split(' ')[0]}/allowance"
            data-testid="allow-cleanup">${t('overview.allowCleanup')}</button>`;
    return '';
}

/** @param {Cleanup[]} cleanups @param {string | undefined} hold */
function cleanupList(cleanups, hold) {
    const count = (/** @type {number} */ value) => number(value, currentLocale());
    return html`${hold && html`<p class="quiet">${t(`overview.cleanupHold.${hold}`)}</p>`}
        <dl class="details">${cleanups.map(
            ({ kind, total, marked, removed }) =>
                html`<div data-testid="cleanup-${kind}"><dt>${t(`overview.cleanup.${kind}`)}</dt>
            <dd>${t('overview.cleanupCounts', {
                total: count(total),
                marked: count(marked),
                removed: count(removed),
            })}</dd>
            </div>`,
        )}</dl>`;
}

/** @param {Overview} overview */
function facts({ listeners, people, tracks, conversions, openRequests, version, startedAt }) {
    const locale = currentLocale();
    /** @type {[string, string][]} */
    const values = [
        ['listeners', number(listeners, locale)],
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

/** @param {Job[]} jobs */
function jobList(jobs) {
    const count = (/** @type {number} */ value) => number(value, currentLocale());
    const line = (/** @type {Job} */ { running, waiting, done, failed }) =>
        [
            running && t('overview.jobRunning'),
            done !== undefined && done + waiting > 0
                ? t('overview.jobDone', { done: count(done), total: count(done + waiting) })
                : waiting > 0 && t('overview.jobWaiting', { count: waiting }),
            failed ? t('overview.jobFailed', { count: failed }) : '',
        ]
            .filter(Boolean)
            .join(' · ') || t('overview.jobIdle');
    return html`<dl
        class="details">${jobs.map(
            (job) =>
                html`<div data-testid="job-${job.name}"><dt>${t(`overview.job.${job.name}`)}</dt><dd>${line(job)}</dd>
        </div>`,
        )}</dl>`;
}

/** @param {Disk[]} disks @param {{ name: string, bytes: number }[]} storage */
function sizes(disks, storage) {
    return html`<dl
        class="details">${disks.map(
            (disk) =>
                html`<div><dt>${disk.library ? disk.name : t('overview.dataDisk')}</dt><dd>${space(disk)}</dd></div>`,
        )}
        ${storage.map(
            ({ name, bytes }) =>
                html`<div><dt>${t(`overview.parts.${name}`)}</dt><dd>${dataSize(bytes, currentLocale())}</dd>
            </div>`,
        )}</dl>`;
}

/** @param {Overview['scan']} scan */
function latest(scan) {
    if (!scan) return html`<p class="quiet">${t('overview.noScan')}</p>`;
    return html`<p>${t(`overview.scans.${scan.state}`)} · <time
        datetime="${scan.startedAt}">${ago(scan.startedAt, currentLocale())}</time></p>`;
}

/** @param {Disk} disk */
function space({ free, total }) {
    if (free === undefined || total === undefined) return t('overview.unreachable');
    const locale = currentLocale();
    return t('overview.free', { free: dataSize(free, locale), total: dataSize(total, locale) });
}

/** @param {Certificate} facts */
function certificateFacts({ issuer, names, until, fingerprint, own }) {
    return html`<dl class="details">
        <div><dt>${t('overview.certificateUntil')}</dt>
            <dd><time datetime="${until}">${date(until, currentLocale())}</time></dd></div>
        <div><dt>${t('overview.certificateNames')}</dt><dd>${names.join(', ')}</dd></div>
        <div><dt>${t('overview.certificateIssuer')}</dt><dd>${issuer}</dd></div>
        <div><dt>${t('overview.certificatePrint')}</dt><dd><code class="detail-file">${fingerprint}</code></dd></div>
            </dl>
        ${own && html`<p class="admin-note">${t('overview.certificateOwn')}</p>`}`;
}
