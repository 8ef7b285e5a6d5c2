// @ts-check
// What the pages of podcasts say, without the page.

/** @typedef {import('../../core/types.js').Episode} Episode */
/** @typedef {import('../../core/types.js').Subscription} Subscription */
/** @typedef {{ startMs: number, title: string }} Chapter */
/** @typedef {{ startMs: number, text: string, speaker?: string }} TranscriptLine */

/** The speeds that can be chosen. */
export const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2];

/** The most episodes that a rule downloads of one podcast. */
export const LATEST_COUNTS = [1, 3, 5, 10];

/**
 * How an episode is with the listener.
 * @param {Pick<Episode, 'new' | 'played' | 'positionMs'>} episode
 * @returns {'new' | 'begun' | 'played' | 'heard' | undefined} `heard`: begun again after it was played
 */
export function standing({ new: isNew, played, positionMs }) {
    if (played) return positionMs > 0 ? 'heard' : 'played';
    if (positionMs > 0) return 'begun';
    return isNew ? 'new' : undefined;
}

/** @param {Pick<Episode, 'positionMs' | 'durationMs'>} episode what is left of it; undefined where that is not known */
export const leftMs = ({ positionMs, durationMs }) =>
    durationMs === undefined ? undefined : Math.max(0, durationMs - positionMs);

/**
 * The last that begins at or before a place; -1 before the first.
 * @param {readonly { startMs: number }[]} parts in order @param {number} ms
 */
export function partAt(parts, ms) {
    let at = -1;
    while (at + 1 < parts.length && parts[at + 1].startMs <= ms) at += 1;
    return at;
}

/**
 * The rule of a subscription as a value of the choice.
 * @param {Pick<Subscription, 'downloads' | 'latest'>} subscription
 */
export const ruleOf = ({ downloads, latest }) => (downloads === 'latest' ? `latest-${latest}` : downloads);

/** @param {string} value of the choice */
export function ruleBody(value) {
    const [downloads, latest] = value.split('-');
    return latest === undefined ? { downloads } : { downloads, latest: Number(latest) };
}
