// @ts-check
// The computations of the board's screens. Pure.

/** The closed set of reactions, in the API's order. */
export const REACTIONS = /** @type {const} */ (['love', 'fire', 'clap', 'laugh', 'wow', 'sad']);

/**
 * A board date in words, capitalized for the start of a line. It does not depend on a time zone: every reader sees the
 * same day.
 * @param {string} date `2026-11-21`
 * @param {string} locale
 * @param {'full'|'long'|'medium'} [style]
 */
export function dateName(date, locale, style = 'full') {
    const instant = new Date(`${date}T00:00:00Z`);
    if (Number.isNaN(instant.getTime())) return date;
    const text = new Intl.DateTimeFormat(locale, { dateStyle: style, timeZone: 'UTC' }).format(instant);
    return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/**
 * The time left in the day by the server's clock, independent of this device's clock.
 * @param {{ now: string, endsAt: string }} day from the server's response
 * @param {number} elapsedMs the time since that response
 */
export function timeLeft({ now, endsAt }, elapsedMs) {
    const left = new Date(endsAt).getTime() - new Date(now).getTime() - elapsedMs;
    return Number.isFinite(left) ? Math.max(0, left) : 0;
}

/**
 * The keys to remove from a list on screen and the keys to add, so that it shows `wanted`. Rows that stay are moved,
 * not rendered again, so that their focus and open parts stay.
 * @param {readonly string[]} shown
 * @param {readonly string[]} wanted
 */
export function difference(shown, wanted) {
    const keys = new Set(wanted);
    const known = new Set(shown);
    return { gone: shown.filter((key) => !keys.has(key)), fresh: wanted.filter((key) => !known.has(key)) };
}
