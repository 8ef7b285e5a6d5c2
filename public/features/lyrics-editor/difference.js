// @ts-check
// A line-by-line difference between two versions. Pure.

/** @typedef {{ kind: 'same' | 'gone' | 'new', text: string }} Difference */

/**
 * Keeps the longest common subsequence of lines. All other lines are gone from the first or new in the second.
 * @param {readonly string[]} before
 * @param {readonly string[]} after
 * @returns {Difference[]}
 */
export function difference(before, after) {
    const width = after.length + 1;
    const common = new Uint16Array((before.length + 1) * width);
    for (let row = before.length - 1; row >= 0; row -= 1) {
        for (let column = after.length - 1; column >= 0; column -= 1) {
            common[row * width + column] =
                before[row] === after[column]
                    ? common[(row + 1) * width + column + 1] + 1
                    : Math.max(common[(row + 1) * width + column], common[row * width + column + 1]);
        }
    }
    /** @type {Difference[]} */
    const found = [];
    let [row, column] = [0, 0];
    while (row < before.length || column < after.length) {
        if (row < before.length && column < after.length && before[row] === after[column]) {
            found.push({ kind: 'same', text: before[row] });
            row += 1;
            column += 1;
        } else if (
            column === after.length ||
            (row < before.length && common[(row + 1) * width + column] >= common[row * width + column + 1])
        ) {
            found.push({ kind: 'gone', text: before[row] });
            row += 1;
        } else {
            found.push({ kind: 'new', text: after[column] });
            column += 1;
        }
    }
    return found;
}
