// @ts-check
// The times at which a recording is sent: at fixed lengths, each after the previous response. Pure.

export const MARKS_MS = /** @type {readonly number[]} */ ([3000, 5000, 8000, 12_000, 20_000]);

/** The recording's full length. */
export const LONGEST_MS = MARKS_MS[MARKS_MS.length - 1];

/**
 * The next mark at which to send the recording. If several passed during a request, only the last counts, since the
 * recording includes the earlier ones.
 * @param {number} elapsedMs the recording's length
 * @param {number} done number of marks passed
 * @returns {{ done: number, waitMs: number, isLast: boolean } | undefined} `done`: marks passed after this one;
 *   undefined after the last one
 */
export function nextMark(elapsedMs, done) {
    if (done >= MARKS_MS.length) return undefined;
    let mark = done;
    while (mark + 1 < MARKS_MS.length && MARKS_MS[mark + 1] <= elapsedMs) mark += 1;
    return {
        done: mark + 1,
        waitMs: Math.max(0, MARKS_MS[mark] - elapsedMs),
        isLast: mark === MARKS_MS.length - 1,
    };
}
