// @ts-check
// Charts as SVG without a library. Each has a title, a description, tooltips on bars and cells, and a table of the
// same data.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';

let charts = 0;

/**
 * The intensity of a cell, from 0 for nothing to 5. The square root keeps quiet hours distinct from silent ones.
 * @param {number} value
 * @param {number} highest
 */
export function heatLevel(value, highest) {
    return value > 0 && highest > 0 ? Math.max(1, Math.ceil(Math.sqrt(value / highest) * 5)) : 0;
}

/**
 * The step between labels when `room` of `count` labels fit.
 * @param {number} count
 * @param {number} room
 */
export function labelStep(count, room) {
    return Math.max(1, Math.ceil(count / room));
}

/**
 * @typedef {object} Bar
 * @property {string} label under the bar
 * @property {string} name the full name
 * @property {number} value
 * @property {string} text the value in words
 */

/**
 * @param {{ title: string, description: string, bars: Bar[], unit: string, column: string, room?: number }} parts
 */
export function barChart({ title, description, bars, unit, column, room = 12 }) {
    const id = `chart-${(charts += 1)}`;
    const highest = Math.max(1, ...bars.map((bar) => bar.value));
    const width = 720 / Math.max(1, bars.length);
    const gap = Math.max(width * 0.22, width - 64);
    const step = labelStep(bars.length, room);
    return html`<figure class="chart" data-testid="bar-chart">
        <svg class="bar-chart" viewBox="0 0 720 180" preserveAspectRatio="none" role="img"
            aria-labelledby="${id}-title ${id}-desc">
            <title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>
            <line class="chart-line" x1="0" y1="179.5" x2="720" y2="179.5"/>
            ${bars.map((bar, index) => {
                const height = (bar.value / highest) * 170;
                return html`<g class="bar"><rect class="bar-room" x="${(index * width).toFixed(2)}" y="0"
                    width="${width.toFixed(2)}" height="180"><title>${bar.name}: ${bar.text}</title></rect>
                    <rect class="bar-fill" x="${(index * width + gap / 2).toFixed(2)}" y="${(179 - height).toFixed(2)}"
                        width="${(width - gap).toFixed(2)}" height="${height.toFixed(2)}"
                        rx="${Math.min(3, (width - gap) / 3).toFixed(2)}"/></g>`;
            })}
        </svg>
        <div class="chart-labels"
            aria-hidden="true">${bars.map(
                (bar, index) => html`<span>${index % step === 0 && html`<span>${bar.label}</span>`}</span>`,
            )}</div>
        ${table(
            title,
            [column, unit],
            bars.map((bar) => [bar.name, bar.text]),
        )}
    </figure>`;
}

/**
 * @param {{ title: string, description: string, rows: { label: string, name: string, cells: { value: number,
 *   text: string }[] }[], columns: string[], corner: string }} parts
 */
export function heatMap({ title, description, rows, columns, corner }) {
    const id = `chart-${(charts += 1)}`;
    const highest = Math.max(...rows.flatMap((row) => row.cells.map((cell) => cell.value)));
    return html`<figure class="chart heat" data-testid="heat-map">
        <div class="heat-rows" aria-hidden="true">${rows.map((row) => html`<span>${row.label}</span>`)}</div>
        <svg class="heat-map" viewBox="0 0 ${String(columns.length * 30)} ${String(rows.length * 30)}"
            preserveAspectRatio="none" role="img" aria-labelledby="${id}-title ${id}-desc">
            <title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc>
            ${rows.map((row, y) =>
                row.cells.map(
                    (cell, x) =>
                        html`<rect class="heat-cell is-${String(heatLevel(cell.value, highest))}"
                            x="${String(x * 30 + 1.5)}"
                y="${String(y * 30 + 1.5)}" width="27" height="27"
                rx="5"><title>${row.name}, ${columns[x]}: ${cell.text}</title></rect>`,
                ),
            )}
        </svg>
        <div class="heat-columns"
            aria-hidden="true">${columns.map(
                (column, index) => html`<span>${index % 6 === 0 && html`<span>${column}</span>`}</span>`,
            )}</div>
        ${table(
            title,
            [corner, ...columns],
            rows.map((row) => [row.name, ...row.cells.map((cell) => cell.text)]),
        )}
    </figure>`;
}

/** @param {string} caption @param {string[]} head @param {string[][]} rows */
function table(caption, head, rows) {
    return html`<details class="chart-table"><summary>${t('statistics.asTable')}</summary><div
        class="chart-table-scroll" tabindex="0" role="region" aria-label="${caption}">
        <table><caption class="visually-hidden">${caption}</caption>
        <thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${rows.map(
            ([name, ...cells]) =>
                html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
        )}</tbody></table>
            </div></details>`;
}
