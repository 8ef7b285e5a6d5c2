// @ts-check
// Which of the stage's faces are seen. Pure.

/** @typedef {'cover'|'words'|'queue'} Face */

/** In the order of their tabs. */
export const FACES = /** @type {readonly Face[]} */ (['cover', 'words', 'queue']);

/**
 * The faces that can be chosen: on a wide screen the cover is always there.
 * @param {boolean} isWide
 */
export const choices = (isWide) => (isWide ? FACES.filter((face) => face !== 'cover') : FACES);

/**
 * The face that is chosen where `wanted` may not be among the choices.
 * @param {Face} wanted
 * @param {boolean} isWide
 * @param {Face} beside what was beside the cover last
 * @returns {Face}
 */
export const chosen = (wanted, isWide, beside) => (choices(isWide).includes(wanted) ? wanted : beside);

/**
 * The faces that are seen.
 * @param {Face} choice
 * @param {boolean} isWide
 * @returns {readonly Face[]}
 */
export const seen = (choice, isWide) => (isWide ? ['cover', choice] : [choice]);

/**
 * The choice next to another, for arrow keys and fingers; the same at the ends.
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
