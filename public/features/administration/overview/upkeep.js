// @ts-check
// Background work: jobs, cleanups, storage, the latest scan and the certificate.

import { ago, date, number } from '../../../core/format.js';
import { html } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { dataSize } from '../../../core/units.js';

/** @typedef {{ name: string, library: boolean, free?: number, total?: number }} Disk */
/** @typedef {{ kind: string, total: number, marked: number, removed: number, stopped?: number }} Cleanup */
/** @typedef {{ name: string, running: boolean, waiting: number, done?: number, failed?: number }} Job */
/** @typedef {{ state: string, startedAt: string, filesFound?: number }} LatestScan */
/**
 * @typedef {{ subject: string, issuer: string, names: string[], until: string, fingerprint: string,
 *   own: boolean }} Certificate
 */

/** @param {Cleanup[]} cleanups @param {string | undefined} hold */
export function cleanupList(cleanups, hold) {
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

/** @param {Job[]} jobs */
export function jobList(jobs) {
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
export function sizes(disks, storage) {
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

/** @param {LatestScan | undefined} scan */
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

/**
 * @param {LatestScan | undefined} scan
 * @param {Certificate | undefined} certificate
 */
export function scanAndCertificate(scan, certificate) {
    return html`${latest(scan)}<h2 class="panel-second">${t('overview.certificate')}</h2>${
        certificate
            ? certificateFacts(certificate)
            : html`<p class="quiet">${t('overview.warning.certificateMissing')}</p>`
    }`;
}
