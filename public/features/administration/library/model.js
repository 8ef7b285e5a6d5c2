// @ts-check
// How much longer something takes.

/**
 * How far it was when this page first saw it, by this page's own clock.
 * @typedef {{ part: number, at: number }} Mark
 */

/**
 * The remaining time at the pace since `mark`, in milliseconds; undefined while it is unknown, and where it is too
 * short to be shown.
 * @param {number} part done, 0...1
 * @param {Mark} mark
 * @param {number} now on the clock of `mark`
 */
export function remaining(part, mark, now) {
    const done = part - mark.part;
    if (done < 0.02 || now - mark.at < 3000) return undefined;
    const left = ((now - mark.at) * (1 - part)) / done;
    return left < 5000 ? undefined : Math.round(left / 5000) * 5000;
}
