// @ts-check
// Whether the server can be reached, according to the last request.

import { Store } from './store.js';

/** How long a failure must last: a single failed request is no outage. */
const SURE_MS = 1_200;

/** @type {Store<boolean>} */
export const isReachable = new Store(true);

/**
 * Whether the server has been unreachable for long enough to show it and to refuse actions that need the server.
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
