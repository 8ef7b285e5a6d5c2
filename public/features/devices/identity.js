// @ts-check
// This tab's identity among the user's devices: its own ID, and the browser's name and kind.

import { preferences } from '../../core/preferences.js';
import { clientName } from '../../player/client-name.js';

const KEY = 'rondo.tab';

/**
 * The tab's ID, which survives reloads. It is in the storage only while no page uses it, so a duplicated tab gets
 * another ID.
 * @param {Pick<Storage, 'getItem'|'setItem'|'removeItem'> | undefined} storage of the tab
 * @param {() => string} makeId
 * @returns {{ id: string, leave: () => void, back: () => void }} call `leave` on pagehide, and `back` when the page is
 *   shown again
 */
export function tabId(storage, makeId) {
    const guarded = (/** @type {() => string | null | void} */ act) => {
        try {
            return act() ?? undefined;
        } catch {
            return undefined;
        }
    };
    const id = guarded(() => storage?.getItem(KEY) ?? null) ?? makeId();
    const back = () => void guarded(() => storage?.removeItem(KEY));
    back();
    return { id, back, leave: () => void guarded(() => storage?.setItem(KEY, id)) };
}

/**
 * @param {string} agent the user agent string
 * @returns {import('../../core/types.js').Device['kind']}
 */
export function deviceKind(agent) {
    if (/SmartTV|SMART-TV|Tizen|Web0S|AppleTV|\bTV\b/i.test(agent)) return 'television';
    if (/iPad|Tablet|Android(?!.*Mobile)/i.test(agent)) return 'tablet';
    if (/iPhone|Mobi/i.test(agent)) return 'phone';
    return 'computer';
}

/** The server's limit. */
const LONGEST_NAME = 64;

export const defaultName = () => clientName(globalThis.navigator?.userAgent ?? '');

/** The browser's name among the devices. */
export const deviceName = () => preferences.get('deviceName', '') || defaultName();

/** @param {string} name empty for the default name */
export function renameDevice(name) {
    preferences.set({ deviceName: name.trim().slice(0, LONGEST_NAME) });
}

const storage = () => {
    try {
        return globalThis.sessionStorage;
    } catch {
        return undefined;
    }
};

export const tab = tabId(storage(), () => crypto.randomUUID());
