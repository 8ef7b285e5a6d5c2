// @ts-check
// When a recording is sent to be recognized: at fixed ages, each one only after the answer to the one before. Pure.

export const MARKS_MS = /** @type {readonly number[]} */ ([3000, 5000, 8000, 12_000, 20_000]);

/** The age at which the recording ends. */
export const LONGEST_MS = MARKS_MS[MARKS_MS.length - 1];

/**
 * The next mark at which the recording is sent. Of marks that have passed while an answer was on its way, only the
 * last: the recording holds what the others would have sent.
 * @param {number} elapsedMs the age of the recording
 * @param {number} done how many marks are behind
 * @returns {{ done: number, waitMs: number, isLast: boolean } | undefined} `done`: how many are behind after it;
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
