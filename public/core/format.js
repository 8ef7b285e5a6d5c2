// @ts-check
// Numbers, times and lists in the reader's language. Pure: the locale is an argument.

/**
 * A time as players show it: `3:05`, `1:02:03`.
 * @param {number} ms
 */
export function clock(ms) {
    const total = Number.isFinite(ms) && ms > 0 ? Math.floor(ms / 1000) : 0;
    const seconds = String(total % 60).padStart(2, '0');
    const minutes = Math.floor(total / 60) % 60;
    const hours = Math.floor(total / 3600);
    return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/**
 * A time in words for screen readers: `3 minutes, 5 seconds`.
 * @param {number} ms
 * @param {string} locale
 */
export function spokenTime(ms, locale) {
    const total = Number.isFinite(ms) && ms > 0 ? Math.floor(ms / 1000) : 0;
    return units(
        locale,
        'long',
        [
            ['hour', Math.floor(total / 3600)],
            ['minute', Math.floor(total / 60) % 60],
            ['second', total % 60],
        ],
        'second',
    );
}

/**
 * The length of an album: `1 hr 12 min`.
 * @param {number} ms
 * @param {string} locale
 */
export function length(ms, locale) {
    const total = Number.isFinite(ms) && ms > 0 ? Math.round(ms / 60000) : 0;
    if (total === 0 && ms > 0)
        return units(locale, 'short', [['second', Math.max(1, Math.round(ms / 1000))]], 'second');
    return units(
        locale,
        'short',
        [
            ['hour', Math.floor(total / 60)],
            ['minute', total % 60],
        ],
        'minute',
    );
}

/**
 * @param {string} locale
 * @param {'long'|'short'} unitDisplay
 * @param {[string, number][]} parts
 * @param {string} zero the unit in which zero is expressed
 */
function units(locale, unitDisplay, parts, zero) {
    const shown = parts.filter(([, amount]) => amount > 0);
    const chosen = shown.length > 0 ? shown : [/** @type {[string, number]} */ ([zero, 0])];
    return chosen
        .map(([unit, amount]) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(amount))
        .join(unitDisplay === 'long' ? ', ' : ' ');
}

/** @param {number} value @param {string} locale */
export function number(value, locale) {
    return new Intl.NumberFormat(locale).format(value);
}

/** @param {number} fraction @param {string} locale */
export function percent(fraction, locale) {
    return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(fraction);
}

/** @param {string} iso @param {string} locale */
export function date(iso, locale) {
    const time = new Date(iso);
    return Number.isNaN(time.getTime()) ? '' : new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(time);
}

/** @param {string} iso @param {string} locale */
export function dateTime(iso, locale) {
    const time = new Date(iso);
    return Number.isNaN(time.getTime())
        ? ''
        : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}

/** @param {string} iso @param {string} locale */
export function timeOfDay(iso, locale) {
    const time = new Date(iso);
    return Number.isNaN(time.getTime()) ? '' : new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(time);
}

/**
 * The local calendar day, as a key for grouping.
 * @param {string} iso
 */
export function dayKey(iso) {
    const time = new Date(iso);
    const pad = (/** @type {number} */ value) => String(value).padStart(2, '0');
    return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
}

/**
 * `today`, `yesterday`, or the date with its weekday.
 * @param {string} iso
 * @param {string} locale
 * @param {Date} [now]
 */
export function dayName(iso, locale, now = new Date()) {
    const day = new Date(iso);
    const midnight = (/** @type {Date} */ value) =>
        new Date(value.getFullYear(), value.getMonth(), value.getDate()).getTime();
    const distance = Math.round((midnight(day) - midnight(now)) / 86_400_000);
    if (distance === 0 || distance === -1) {
        const text = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(distance, 'day');
        return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
    }
    const sameYear = day.getFullYear() === now.getFullYear();
    const text = new Intl.DateTimeFormat(locale, {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        year: sameYear ? undefined : 'numeric',
    }).format(day);
    return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const SPANS = [
    ['year', 31_536_000],
    ['month', 2_592_000],
    ['week', 604_800],
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
];

/**
 * `5 minutes ago`.
 * @param {string} iso
 * @param {string} locale
 * @param {number} [now] milliseconds
 */
export function ago(iso, locale, now = Date.now()) {
    const seconds = Math.round((new Date(iso).getTime() - now) / 1000);
    if (Number.isNaN(seconds)) return '';
    const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    for (const [unit, span] of SPANS) {
        if (Math.abs(seconds) >= span) return words.format(Math.trunc(seconds / span), unit);
    }
    return words.format(0, 'second');
}

/** @param {string[]} names @param {string} locale */
export function list(names, locale) {
    return new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' }).format(names);
}

/**
 * The initials of a user without a picture, two letters at most.
 * @param {string} name
 */
export function initials(name) {
    const words = name.trim().split(/\s+/u).filter(Boolean);
    const letters = (words.length > 1 ? [words[0], words[words.length - 1]] : words).map((word) => [...word][0] ?? '');
    return letters.join('').toLocaleUpperCase();
}

/**
 * The size of a file in decimal units: `1.2 MB`.
 * @param {number} bytes @param {string} locale
 */
export function size(bytes, locale) {
    const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
    const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
    return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: units[power],
        maximumFractionDigits: power === 0 ? 0 : 1,
    }).format(bytes / 1000 ** power);
}

/** A shortcut's label for this platform, by default the palette's. */
export function shortcutName(key = 'K') {
    return /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? `⌘ ${key}` : `Ctrl ${key}`;
}
