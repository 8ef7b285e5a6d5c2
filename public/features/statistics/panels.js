// @ts-check
// The charts of a period.

import { length, number } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { barChart, heatMap } from './charts.js';
import { barNames, busiestHour, hourName, weekdays } from './model.js';

/** @param {{ plays: number, listenedMs: number }} total */
function words(total) {
    return total.plays > 0
        ? `${t('count.plays', { count: total.plays })}, ${length(total.listenedMs, currentLocale())}`
        : t('count.plays', { count: 0 });
}

/**
 * @param {{ piece: 'hour'|'day'|'month', period: { unit: string }, items: { date: string, hour?: number,
 *   plays: number, listenedMs: number }[] }} chart
 */
export function daysPanel({ piece, period, items }) {
    const locale = currentLocale();
    const title = t(`statistics.by.${piece}`);
    const bars = items.map((item) => ({
        ...barNames(item, piece, period.unit, locale),
        value: item.listenedMs,
        text: words(item),
    }));
    const highest = bars.reduce(
        (best, bar) => (bar.value > (best?.value ?? 0) ? bar : best),
        /** @type {typeof bars[number] | undefined} */ (undefined),
    );
    const description = highest
        ? t('statistics.most', { name: highest.name, amount: highest.text })
        : t('statistics.nothing');
    return html`<section class="panel chart-panel" aria-labelledby="days-title"><h2 id="days-title">${title}</h2>
        <p class="chart-lead">${description}</p>
        ${
            bars.length > 0 &&
            barChart({
                title,
                description,
                bars,
                unit: t('statistics.listening'),
                column: t(`statistics.piece.${piece}`),
                room: piece === 'hour' ? 8 : 7,
            })
        }</section>`;
}

/** @param {{ weekdays: { plays: number, listenedMs: number }[][] }} clock */
export function clockPanel({ weekdays: rows }) {
    const locale = currentLocale();
    const [short, long] = [weekdays(locale, 'short'), weekdays(locale, 'long')];
    const columns = Array.from({ length: 24 }, (_, hour) => hourName(hour, locale));
    const best = busiestHour(rows);
    const title = t('statistics.byWeek');
    const description = best
        ? t('statistics.most', {
              name: `${long[best.weekday]}, ${columns[best.hour]}`,
              amount: t('count.plays', { count: best.plays }),
          })
        : t('statistics.nothing');
    return html`<section class="panel chart-panel" aria-labelledby="clock-title"><h2 id="clock-title">${title}</h2>
        <p class="chart-lead">${description}</p>
        ${heatMap({
            title,
            description,
            columns,
            corner: t('statistics.weekday'),
            rows: rows.map((cells, index) => ({
                label: short[index],
                name: long[index],
                cells: cells.map((cell) => ({ value: cell.plays, text: number(cell.plays, locale) })),
            })),
        })}</section>`;
}
