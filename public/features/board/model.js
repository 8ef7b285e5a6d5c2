// @ts-check
// The computations of the board's screens. Pure.

/** The closed set of reactions, in the order of the contract. */
export const REACTIONS = /** @type {const} */ (['love', 'fire', 'clap', 'laugh', 'wow', 'sad']);

/**
 * A date of the board in words, with which a line begins. It belongs to no time zone: it is the same day wherever it is
 * read.
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
 * How long the day still lasts by the server's clock, whatever this device's clock says.
 * @param {{ now: string, endsAt: string }} day as the server answered
 * @param {number} elapsedMs since that answer came
 */
export function timeLeft({ now, endsAt }, elapsedMs) {
    const left = new Date(endsAt).getTime() - new Date(now).getTime() - elapsedMs;
    return Number.isFinite(left) ? Math.max(0, left) : 0;
}

/**
 * The changes that make a list on the screen show `wanted`: keys that go, and each wanted key in its place. Rows
 * that stay are moved, never made anew, so that the focus and what is open in them stay.
 * @param {readonly string[]} shown
 * @param {readonly string[]} wanted
 */
export function difference(shown, wanted) {
    const keys = new Set(wanted);
    const known = new Set(shown);
    return { gone: shown.filter((key) => !keys.has(key)), fresh: wanted.filter((key) => !known.has(key)) };
}
