// @ts-check
// The podcast pages' logic, without markup.

/** @typedef {import('../../core/types.js').Episode} Episode */
/** @typedef {import('../../core/types.js').Subscription} Subscription */
/** @typedef {{ startMs: number, title: string }} Chapter */
/** @typedef {{ startMs: number, text: string, speaker?: string }} TranscriptLine */

/** The selectable speeds. */
export const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2];

/** The selectable limits of episodes that a rule downloads per podcast. */
export const LATEST_COUNTS = [1, 3, 5, 10];

/**
 * The listener's progress in an episode.
 * @param {Pick<Episode, 'new' | 'played' | 'positionMs'>} episode
 * @returns {'new' | 'begun' | 'played' | 'heard' | undefined} `heard`: started again after it was played
 */
export function standing({ new: isNew, played, positionMs }) {
    if (played) return positionMs > 0 ? 'heard' : 'played';
    if (positionMs > 0) return 'begun';
    return isNew ? 'new' : undefined;
}

/** @param {Pick<Episode, 'positionMs' | 'durationMs'>} episode @returns the time left; undefined if unknown */
export const leftMs = ({ positionMs, durationMs }) =>
    durationMs === undefined ? undefined : Math.max(0, durationMs - positionMs);

/**
 * Index of the last part that starts at or before a position; -1 before the first.
 * @param {readonly { startMs: number }[]} parts in order @param {number} ms
 */
export function partAt(parts, ms) {
    let at = -1;
    while (at + 1 < parts.length && parts[at + 1].startMs <= ms) at += 1;
    return at;
}

/**
 * A subscription's download rule as a value of the select.
 * @param {Pick<Subscription, 'downloads' | 'latest'>} subscription
 */
export const ruleOf = ({ downloads, latest }) => (downloads === 'latest' ? `latest-${latest}` : downloads);

/** @param {string} value of the select */
export function ruleBody(value) {
    const [downloads, latest] = value.split('-');
    return latest === undefined ? { downloads } : { downloads, latest: Number(latest) };
}
