// @ts-check

import { explain } from '../../core/errors.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { mayDownload } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { collect } from './collecting.js';
import { keepAnswers } from './contact.js';
import { fetching, storePictures } from './fetching.js';
import { keyOf, picturesOf } from './model.js';
import { device } from './store.js';

/** @typedef {import('./model.js').Kind} Kind */

/** Whether this browser can store music and play it offline. */
export const canStore = () => Boolean(navigator.serviceWorker && globalThis.indexedDB && globalThis.caches);

/**
 * The menu item that stores a thing on this device or removes it; empty if the user's plan excludes downloads.
 * @param {Kind} kind @param {string} id @param {string} name
 * @returns {import('../../elements/overlays/menu.js').MenuItem[]}
 */
export function deviceItem(kind, id, name) {
    if (!canStore() || !mayDownload()) return [];
    const key = keyOf(kind, id);
    return device.has(key)
        ? [{ label: t('device.remove'), icon: icons.store, run: () => void removeFromDevice(key, name) }]
        : [{ label: t('device.store'), icon: icons.store, run: () => void storeOnDevice(kind, id, name) }];
}

/** @param {string} key @param {string} name */
export async function removeFromDevice(key, name) {
    try {
        await device.remove(key);
        toast(t('device.removed', { name }), { id: 'device' });
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/** @param {Kind} kind @param {string} id @param {string} name */
async function storeOnDevice(kind, id, name) {
    try {
        const found = await collect(kind, id);
        if (!found) return toast(t('states.notFoundTitle'), { kind: 'error' });
        // Stored music should not be evicted. Where the browser asks, the user decides.
        void navigator.storage?.persist?.().catch(() => {});
        await device.put(found.collection, found.answers);
        await keepAnswers();
        toast(t('device.storing', { name }), {
            id: 'device',
            actions: [{ label: t('device.title'), run: () => navigate('/device') }],
        });
        void storePictures(picturesOf(found.collection)).catch(() => {});
        await fetching.again();
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}
