// @ts-check
// The reaction to a track that does not play.

/** @typedef {'missing'|'unsupported'|'network'|'notStored'|'forbidden'|'blocked'|'planStreams'|
 *   'planTransfer'} Trouble `notStored`: offline, and not stored on this device */

const MOST_FAILURES = 4;

/**
 * A single bad file is skipped. Several in a row, or a lost connection, stop playback until the listener acts.
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
 * The reason for a failure, from the server's response to a HEAD request for the stream.
 * @param {number} status 0 if there was no response
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
