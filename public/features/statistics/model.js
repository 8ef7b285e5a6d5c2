// @ts-check
// Statistics periods and their names. Pure: dates are texts like 2026-11-21 without a time zone, and the locale is an
// argument.

export const PERIODS = /** @type {const} */ (['day', 'week', 'month', 'year', 'all']);
export const KINDS = /** @type {const} */ (['track', 'album', 'artist', 'genre']);

/**
 * @typedef {object} Period
 * @property {typeof PERIODS[number]} unit
 * @property {string} [first]
 * @property {string} [last]
 * @property {string} [previous] a day in the previous period
 * @property {string} [next]
 */

/**
 * Reads the choice in the address. Invalid values become the default.
 * @param {URLSearchParams} query
 */
export function readChoice(query) {
    const one = (/** @type {string} */ name, /** @type {readonly string[]} */ choices) => {
        const value = query.get(name) ?? '';
        return choices.includes(value) ? value : choices[0];
    };
    const date = query.get('date') ?? '';
    return {
        who: one('who', ['me', 'group']),
        period: one('period', ['month', ...PERIODS]),
        date: /^\d{4}-\d\d-\d\d$/.test(date) ? date : '',
        kind: one('kind', KINDS),
        by: one('by', ['plays', 'rating']),
    };
}

/** @typedef {ReturnType<typeof readChoice>} Choice */

/**
 * The path of a choice, without default values.
 * @param {Choice} choice
 */
export function choicePath(choice) {
    const usual = readChoice(new URLSearchParams());
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(choice)) {
        if (value && value !== usual[/** @type {keyof Choice} */ (name)]) query.set(name, value);
    }
    const text = query.toString();
    return text ? `/statistics?${text}` : '/statistics';
}

/** @param {string} date @param {string} locale @param {Intl.DateTimeFormatOptions} options */
export function formatDay(date, locale, options) {
    const time = new Date(`${date}T12:00:00Z`);
    return Number.isNaN(time.getTime())
        ? date
        : new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(time);
}

/**
 * Returns a period's name: `November 2026`, `16 – 22 Nov 2026`.
 * @param {Period} period @param {string} locale @param {string} all the name of all time
 */
export function periodName(period, locale, all) {
    if (period.unit === 'all' || !period.first || !period.last) return all;
    if (period.unit === 'year') return period.first.slice(0, 4);
    if (period.unit === 'month')
        return capital(formatDay(period.first, locale, { month: 'long', year: 'numeric' }), locale);
    if (period.unit === 'day')
        return capital(
            formatDay(period.first, locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
            locale,
        );
    const format = new Intl.DateTimeFormat(locale, {
        timeZone: 'UTC',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
    });
    return format.formatRange(new Date(`${period.first}T12:00:00Z`), new Date(`${period.last}T12:00:00Z`));
}

/** @param {string} text @param {string} locale */
const capital = (text, locale) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/**
 * Names of the weekdays, starting with Monday.
 * @param {string} locale
 * @param {'short'|'long'} weekday
 */
export function weekdays(locale, weekday) {
    return [5, 6, 7, 8, 9, 10, 11].map((day) =>
        formatDay(`2026-01-${String(day).padStart(2, '0')}`, locale, { weekday }),
    );
}

/** @param {string} locale @param {'short'|'long'|'narrow'} month */
export function monthNames(locale, month) {
    return Array.from({ length: 12 }, (_, index) =>
        formatDay(`2026-${String(index + 1).padStart(2, '0')}-15`, locale, { month }),
    );
}

/**
 * An hour in the locale's format: `9 PM`, `21:00`.
 * @param {number} hour
 * @param {string} locale
 */
export function hourName(hour, locale) {
    const twelve = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12;
    return new Intl.DateTimeFormat(locale, {
        timeZone: 'UTC',
        hour: 'numeric',
        minute: twelve ? undefined : '2-digit',
    }).format(new Date(Date.UTC(2026, 0, 1, hour)));
}

/**
 * A bar's label and full name.
 * @param {{ date: string, hour?: number }} item @param {'hour'|'day'|'month'} piece @param {string} unit @param
 *   {string} locale
 */
export function barNames(item, piece, unit, locale) {
    if (piece === 'hour') return { label: String(item.hour), name: hourName(item.hour ?? 0, locale) };
    if (piece === 'month') {
        return {
            label: formatDay(item.date, locale, { month: 'short', year: '2-digit' }),
            name: formatDay(item.date, locale, { month: 'long', year: 'numeric' }),
        };
    }
    const name = formatDay(item.date, locale, { weekday: 'long', day: 'numeric', month: 'long' });
    if (unit === 'week') return { label: formatDay(item.date, locale, { weekday: 'short' }), name };
    return {
        label:
            unit === 'year'
                ? formatDay(item.date, locale, { day: 'numeric', month: 'short' })
                : String(Number(item.date.slice(8))),
        name,
    };
}

/**
 * The hour and weekday with the most plays; undefined without plays.
 * @param {{ plays: number }[][]} rows
 */
export function busiestHour(rows) {
    /** @type {{ weekday: number, hour: number, plays: number } | undefined} */
    let best;
    rows.forEach((hours, weekday) =>
        hours.forEach(({ plays }, hour) => {
            if (plays > (best?.plays ?? 0)) best = { weekday, hour, plays };
        }),
    );
    return best;
}
