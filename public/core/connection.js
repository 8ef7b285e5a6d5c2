// @ts-check
// Whether the server can be reached, as far as the last call tells.

import { Store } from './store.js';

/** @type {Store<boolean>} */
export const isReachable = new Store(true);
