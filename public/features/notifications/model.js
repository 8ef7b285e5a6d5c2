// @ts-check
// The user's unread count, for the bell. The server's events update it.

import { api } from '../../core/api.js';
import { live } from '../../core/events.js';
import { me } from '../../core/session.js';
import { Store } from '../../core/store.js';

/**
 * @typedef {object} Notification
 * @property {string} id
 * @property {string} kind
 * @property {string} at
 * @property {boolean} read
 * @property {{ id: string, name: string, picture?: string }} [actor]
 * @property {{ kind: string, id: string, date?: string }} [subject]
 * @property {string} title
 * @property {string} text
 */

/** @type {Store<number>} */
export const unread = new Store(0);

/** Listens once for the whole document. */
export function listenToNotifications() {
    live.on('notification', (event) => unread.set(event.unread ?? 0));
    live.on('open', () => void ask());
    me.subscribe((person) => {
        if (!person) unread.set(0);
    });
}

async function ask() {
    // After a failed request the bell stays unchanged.
    const answer = await api
        .get('/notifications', { query: { unread: 'true', limit: 1 }, quiet: true })
        .catch(() => undefined);
    if (answer) unread.set(answer.unreadCount);
}

/** @param {string[]} [ids] all, if omitted */
export async function markRead(ids) {
    const { unreadCount } = await api.post('/notifications/read', ids ? { ids } : {});
    unread.set(unreadCount);
}
