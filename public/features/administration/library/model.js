// @ts-check
// Estimates remaining time.

/**
 * The progress when this page first saw it, by this page's own clock.
 * @typedef {{ part: number, at: number }} Mark
 */

/**
 * The remaining time at the pace since `mark`, in milliseconds. Undefined while it is unknown, and when it is too
 * short to show.
 * @param {number} part the share done, 0...1
 * @param {Mark} mark
 * @param {number} now the time on the clock of `mark`
 */
export function remaining(part, mark, now) {
    const done = part - mark.part;
    if (done < 0.02 || now - mark.at < 3000) return undefined;
    const left = ((now - mark.at) * (1 - part)) / done;
    return left < 5000 ? undefined : Math.round(left / 5000) * 5000;
}
