// @ts-check
// Places of drops on a list, and their data. Pure.

/**
 * Index of the row before which a drop lands: the first whose middle is below the pointer. `rows.length` is the end.
 * @param {readonly { top: number, height: number }[]} rows from top to bottom
 * @param {number} y of the pointer
 */
export function placeAt(rows, y) {
    const at = rows.findIndex(({ top, height }) => y < top + height / 2);
    return at < 0 ? rows.length : at;
}

/**
 * Reads a drag's text; undefined for invalid data.
 * @param {string} text
 * @param {readonly string[]} kinds the accepted kinds
 * @returns {{ kind: string, id: string, name: string } | undefined}
 */
export function readDragged(text, kinds) {
    try {
        const { kind, id, name } = JSON.parse(text);
        return kinds.includes(kind) && typeof id === 'string' && typeof name === 'string'
            ? { kind, id, name }
            : undefined;
    } catch {
        return undefined;
    }
}
