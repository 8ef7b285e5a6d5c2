// @ts-check
// Where something lands that is dropped on a list. Pure.

/**
 * Before which of `rows` a drop lands: the first whose middle is below the pointer. Their number means the end.
 * @param {readonly { top: number, height: number }[]} rows from top to bottom
 * @param {number} y of the pointer
 */
export function placeAt(rows, y) {
    const at = rows.findIndex(({ top, height }) => y < top + height / 2);
    return at < 0 ? rows.length : at;
}

/**
 * What was dragged, read from the text that goes with the drag; undefined for anything else.
 * @param {string} text
 * @param {readonly string[]} kinds that can be dropped
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
