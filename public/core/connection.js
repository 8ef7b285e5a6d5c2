// @ts-check
// Whether the server can be reached, as far as the last call tells.

import { Store } from './store.js';

/** A single call that fails is no news. */
const SURE_MS = 1_200;

/** @type {Store<boolean>} */
export const isReachable = new Store(true);

/**
 * Whether the server has not been reached for long enough to say so, and to refuse what needs it.
 * @type {Store<boolean>}
 */
export const isCut = new Store(false);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let sure;
isReachable.subscribe((isThere) => {
    clearTimeout(sure);
    if (isThere) isCut.set(false);
    else sure = setTimeout(() => isCut.set(true), SURE_MS);
});
