// @ts-check
// What a finger means that goes sideways over a row. Pure; all in pixels.

/** How far it goes before it is no tap and no scrolling any more. */
const BEGIN = 12;
/** How far it must go for something to happen. */
export const FAR = 84;
/** At the edge of the window fingers mean the browser. */
const EDGE = 22;

/**
 * Whether a finger that has gone so far swipes the row; undefined while that is not clear.
 * @param {number} across to the right @param {number} down
 * @returns {boolean | undefined}
 */
export function isSwipe(across, down) {
    const [x, y] = [Math.abs(across), Math.abs(down)];
    if (y > BEGIN && y >= x) return false;
    return x > BEGIN && x > 1.3 * y ? true : undefined;
}

/** @param {number} x where it begins @param {number} width of the window */
export function mayBegin(x, width) {
    return x >= EDGE && x <= width - EDGE;
}

/**
 * How far the row goes with the finger: all the way up to where something happens, and heavily from there on.
 * @param {number} across
 * @param {{ right: boolean, left: boolean }} sides to which there is something
 * @returns {{ shift: number, side: 'right'|'left', isFar: boolean }}
 */
export function follow(across, sides) {
    const side = across >= 0 ? 'right' : 'left';
    const far = Math.abs(across);
    const free = sides[side] ? far : far * 0.15;
    const shift = Math.min(free, FAR) + Math.max(0, free - FAR) * 0.3;
    return { shift: Math.sign(across) * Math.round(shift), side, isFar: sides[side] && far >= FAR };
}
