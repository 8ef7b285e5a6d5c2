// @ts-check
// Interprets horizontal swipes over a row. Pure; all values in pixels.

/** The distance after which a touch is neither a tap nor scrolling. */
const BEGIN = 12;
/** The distance at which the action runs. */
export const FAR = 84;
/** The window's edges belong to the browser's gestures. */
const EDGE = 22;

/**
 * Whether the movement is a swipe of the row; undefined while undecided.
 * @param {number} across to the right @param {number} down
 * @returns {boolean | undefined}
 */
export function isSwipe(across, down) {
    const [x, y] = [Math.abs(across), Math.abs(down)];
    if (y > BEGIN && y >= x) return false;
    return x > BEGIN && x > 1.3 * y ? true : undefined;
}

/** @param {number} x the touch's start @param {number} width of the window */
export function mayBegin(x, width) {
    return x >= EDGE && x <= width - EDGE;
}

/**
 * How far the row follows the finger: fully up to the action's distance, and with resistance beyond it.
 * @param {number} across
 * @param {{ right: boolean, left: boolean }} sides the sides with an action
 * @returns {{ shift: number, side: 'right'|'left', isFar: boolean }}
 */
export function follow(across, sides) {
    const side = across >= 0 ? 'right' : 'left';
    const far = Math.abs(across);
    const free = sides[side] ? far : far * 0.15;
    const shift = Math.min(free, FAR) + Math.max(0, free - FAR) * 0.3;
    return { shift: Math.sign(across) * Math.round(shift), side, isFar: sides[side] && far >= FAR };
}
