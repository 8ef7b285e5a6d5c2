// @ts-check
// The reaction to a track that does not play.

/** @typedef {'missing'|'unsupported'|'network'|'notStored'|'forbidden'|'blocked'|'planStreams'|
 *   'planTransfer'} Trouble `notStored`: on this device, and there is no connection */

const MOST_FAILURES = 4;

/**
 * One bad file is skipped. A list of them, or a lost connection, stops and waits for the person.
 * @param {{ trouble: Trouble, wanted: boolean, failures: number, size: number,
 *   hasNext: boolean }} situation `failures` in a row, this one included
 * @returns {'skip'|'stop'}
 */
export function afterTrouble({ trouble, wanted, failures, size, hasNext }) {
    if (
        !wanted ||
        !hasNext ||
        trouble === 'network' ||
        trouble === 'forbidden' ||
        trouble === 'blocked' ||
        trouble === 'planStreams' ||
        trouble === 'planTransfer'
    )
        return 'stop';
    return failures >= Math.min(MOST_FAILURES, size) ? 'stop' : 'skip';
}

/**
 * Why, from the server's answer to a HEAD of the stream.
 * @param {number} status 0 when there was no answer
 * @returns {Trouble}
 */
export function troubleOf(status) {
    if (status === 404 || status === 410) return 'missing';
    if (status === 401 || status === 403) return 'forbidden';
    return status === 0 || status === 429 || status >= 500 ? 'network' : 'unsupported';
}

/**
 * The limit of the user's plan that stops playback, if one does.
 * @param {{ streams: number | null, openStreams: number, monthlyTransfer: number | null, transferred: number }} plan
 * @returns {Trouble | undefined}
 */
export function planTrouble({ streams, openStreams, monthlyTransfer, transferred }) {
    if (monthlyTransfer !== null && transferred >= monthlyTransfer) return 'planTransfer';
    return streams !== null && openStreams >= streams ? 'planStreams' : undefined;
}
