// @ts-check
// The server's figures, each with a line of the past week. A figure without a history has no line.

import { number } from '../../../core/format.js';
import { html } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { dataSize } from '../../../core/units.js';
import { byDay, filled, hasLine, highest, midnights, parts, paths, recent } from './figures-model.js';

/** @typedef {import('./figures-model.js').History} History */
/** @typedef {import('./figures-model.js').Course} Course */
/**
 * @typedef {{ version: string, startedAt: string, warnings: import('./warnings.js').Warning[],
 *   streams: import('./streams-model.js').Stream[], listeners: number, people: number, openRequests: number,
 *   tracks: number, scan?: import('./upkeep.js').LatestScan, conversions: { running: number, waiting: number },
 *   cleanups: import('./upkeep.js').Cleanup[], cleanupHold?: string, jobs: import('./upkeep.js').Job[],
 *   storage: { name: string, bytes: number }[], disks: import('./upkeep.js').Disk[],
 *   certificate?: import('./upkeep.js').Certificate }} Overview
 */

const [WIDTH, HEIGHT] = [168, 44];
/** Three hours per point: a week's line without the noise of single hours. */
const STEP = 3;
/** Figures counted from stored data have a value for every hour. */
const COUNTED = ['plays', 'submissions'];
const SIZES = ['sent', 'data', 'free'];
/** In display order. */
const SHOWN = /** @type {const} */ ([
    'streams',
    'listeners',
    'plays',
    'sent',
    'submissions',
    'requests',
    'errors',
    'data',
    'free',
]);

/** @param {string} name @param {number} value */
const amount = (name, value) =>
    SIZES.includes(name) ? dataSize(value, currentLocale()) : number(value, currentLocale());

/**
 * Fills the gaps of a figure that is counted from stored data.
 * @param {Course} course @param {History} history
 */
const whole = (course, history) =>
    COUNTED.includes(course.name) && course.at.length > 0 ? filled(course, history.hours) : course;

/**
 * The tile's main value: the current value, or the sum of the last day.
 * @param {string} name
 * @param {Course | undefined} course
 * @param {History | undefined} history
 * @param {Overview} overview
 */
function present(name, course, history, { streams, listeners, storage, disks }) {
    switch (name) {
        case 'streams':
            return streams.length;
        case 'listeners':
            return listeners;
        case 'data':
            return storage.reduce((sum, { bytes }) => sum + bytes, 0);
        case 'free':
            return disks.find(({ library }) => !library)?.free;
        default:
            return course && history ? (recent(course, history.hours, 24) ?? 0) : undefined;
    }
}

/** @param {Overview} overview @param {History | undefined} history undefined until it has loaded */
export function figureTiles(overview, history) {
    const tile = (/** @type {typeof SHOWN[number]} */ name) => {
        const stored = history?.figures.find((one) => one.name === name);
        const course = stored && history ? whole(stored, history) : undefined;
        const value = present(name, course, history, overview);
        return html`<li class="figure-tile" data-testid="figure-${name}"><p class="figure-name">${t(
            `overview.figures.${name}`,
        )}</p>
            <p class="figure-value ${name === 'errors' && value ? 'is-bad' : ''}">${
                value === undefined ? '–' : amount(name, value)
            }</p>${course && history && week(name, course, history)}</li>`;
    };
    return html`<ul class="figure-tiles">${SHOWN.map(tile)}</ul>`;
}

/** @param {string} name @param {Course} course @param {History} history */
function week(name, course, history) {
    const line = parts(course, history.hours, STEP);
    const most = highest(line, history, STEP);
    if (!hasLine(line) || !most) return html`<p class="figure-note">${t('overview.noHistory')}</p>`;
    const { line: stroke, area } = paths(line, { width: WIDTH, height: HEIGHT, rule: course.rule });
    const when = new Intl.DateTimeFormat(currentLocale(), { weekday: 'short', hour: 'numeric', minute: '2-digit' });
    const note = t('overview.mostAt', { value: amount(name, most.value), when: when.format(most.at) });
    return html`<svg class="figure-line" viewBox="0 0 ${String(WIDTH)} ${String(HEIGHT)}" preserveAspectRatio="none"
            role="img" aria-label="${t('overview.weekOf', { name: t(`overview.figureNames.${name}`) })}: ${note}"
            data-testid="figure-line">${midnights(history).map((share) => {
                const x = String(Math.round(share * WIDTH * 100) / 100);
                return html`<line class="figure-day" x1="${x}" x2="${x}" y1="0" y2="${String(HEIGHT)}"/>`;
            })}<path class="figure-area" d="${area}"/><path class="figure-stroke" d="${stroke}"/></svg>
        <p class="figure-note" aria-hidden="true">${note}</p>`;
}

/**
 * The same figures as a table by day.
 * @param {History | undefined} history
 */
export function figureTable(history) {
    if (!history) return html``;
    const known = SHOWN.flatMap((name) => {
        const course = history.figures.find((one) => one.name === name);
        if (!course) return [];
        const days = byDay(whole(course, history), history);
        return days.size > 0 ? [{ name, days }] : [];
    });
    const days = [...new Set(known.flatMap((one) => [...one.days.keys()]))].sort().reverse();
    const weekday = new Intl.DateTimeFormat(currentLocale(), { weekday: 'short', day: 'numeric', month: 'short' });
    return html`<details class="week" data-testid="week"><summary>${t('overview.byDay')}</summary>
        <div class="table-fit"><table class="table is-stacking is-figures">
        <caption class="visually-hidden">${t('overview.byDay')}</caption>
        <thead><tr><th scope="col">${t('overview.day')}</th>${known.map(
            ({ name }) => html`<th scope="col">${t(`overview.figureNames.${name}`)}</th>`,
        )}</tr></thead>
        <tbody>${days.map(
            (day) => html`<tr><th scope="row">${weekday.format(new Date(`${day}T12:00`))}</th>${known.map(
                (one) => html`<td data-label="${t(`overview.figureNames.${one.name}`)}">${
                    one.days.has(day) ? amount(one.name, one.days.get(day) ?? 0) : '–'
                }</td>`,
            )}</tr>`,
        )}</tbody></table></div></details>`;
}
