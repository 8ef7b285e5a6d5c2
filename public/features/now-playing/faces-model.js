// @ts-check
// Chooses the visible faces of the stage. Pure.

/** @typedef {'cover'|'words'|'queue'} Face */

/** In tab order. */
export const FACES = /** @type {readonly Face[]} */ (['cover', 'words', 'queue']);

/**
 * The selectable faces. A wide screen always shows the cover.
 * @param {boolean} isWide
 */
export const choices = (isWide) => (isWide ? FACES.filter((face) => face !== 'cover') : FACES);

/**
 * Returns the selected face: `wanted`, or `beside` if `wanted` is not selectable.
 * @param {Face} wanted
 * @param {boolean} isWide
 * @param {Face} beside the face last shown beside the cover
 * @returns {Face}
 */
export const chosen = (wanted, isWide, beside) => (choices(isWide).includes(wanted) ? wanted : beside);

/**
 * The visible faces.
 * @param {Face} choice
 * @param {boolean} isWide
 * @returns {readonly Face[]}
 */
export const seen = (choice, isWide) => (isWide ? ['cover', choice] : [choice]);

/**
 * The neighbor of a face, for arrow keys and swipes. It stops at the ends.
 * @param {Face} choice
 * @param {number} by
 * @param {boolean} isWide
 * @returns {Face}
 */
export function beside(choice, by, isWide) {
    const all = choices(isWide);
    const at = all.indexOf(choice) + by;
    return all[Math.max(0, Math.min(all.length - 1, at))];
}
