// @ts-check
// Synchronizes with the server once it is reachable: sends past plays and likes, and updates the stored music to what
// the user may hear.

import { api, ApiError, isAbort } from '../../core/api.js';
import { me, serverInfo } from '../../core/session.js';
import { collect } from './collecting.js';
import { fetching, storePictures } from './fetching.js';
import { inHalves, inOrder, isFinal, picturesOf } from './model.js';
import { device } from './store.js';
import { wordsRenewal } from './words.js';

/** @typedef {import('./store.js').OwedPlay} OwedPlay */
/** @typedef {import('./store.js').OwedLike} OwedLike */

const MOST_PLAYS = 500;

/** @type {Promise<void> | undefined} one run at a time: two would send the same plays twice */
let running;

/**
 * @param {string} client the name of this client
 * @returns {Promise<void>}
 */
export function contact(client) {
    running ??= handOver(client)
        // The next contact continues.
        .catch(() => {})
        .finally(() => {
            running = undefined;
        });
    return running;
}

/** @param {string} client */
async function handOver(client) {
    await device.open();
    const person = me.value;
    if (!person) return;
    const isOwned = device.collections.length > 0 || device.outbox.length > 0;
    if (!isOwned) return;
    // If the session has ended, this request signs the user out, which removes all stored data.
    const now = await api.get('/me', { fresh: true });
    if (JSON.stringify(now) !== JSON.stringify(me.value)) me.set(now);
    if (now.id !== person.id) return;
    if (navigator.locks) await navigator.locks.request('rondo-outbox', () => handIn(client));
    else await handIn(client);
    await compare();
    await keepAnswers();
    void fetching.run();
    void wordsRenewal.all();
}

/** @param {string} client */
async function handIn(client) {
    const { plays, likes } = inOrder(device.outbox);
    for (let first = 0; first < plays.length; first += MOST_PLAYS) {
        const some = /** @type {OwedPlay[]} */ (plays.slice(first, first + MOST_PLAYS));
        await inHalves(some, async (part) => {
            const sent = part.map(({ trackId, at }) => ({ trackId, playedAt: at }));
            const refusal = await owed(() => api.post('/history', { plays: sent, client }));
            // One play with an impossible time makes the server refuse the whole batch.
            if (refusal === 400 && part.length > 1) return false;
            await device.settle(part);
            return true;
        });
    }
    for (const like of /** @type {OwedLike[]} */ (likes)) {
        if (!device.owes(like)) continue;
        const path = `/${like.kind}s/${encodeURIComponent(like.subject)}/like`;
        const query = like.liked ? { at: like.at } : {};
        await owed(() => api.request(like.liked ? 'PUT' : 'DELETE', path, { query }));
        await device.settle([like]);
    }
}

/**
 * Sends an outbox item. Ignores final refusals, so that they are not sent again.
 * @param {() => Promise<unknown>} send
 * @returns {Promise<number | undefined>} the status of a final refusal
 */
async function owed(send) {
    try {
        await send();
        return undefined;
    } catch (error) {
        if (!(error instanceof ApiError) || !isFinal(error.status)) throw error;
        return error.status;
    }
}

/** Updates every stored collection. Removes collections that the user may no longer hear. */
async function compare() {
    for (const { key, kind, id, addedAt } of [...device.collections]) {
        const now = await collect(kind, id).catch((error) => {
            if (isAbort(error) || (error instanceof ApiError && error.status === 0)) throw error;
            return null;
        });
        // The state is unknown for now. The next contact asks again.
        if (now === null || !device.has(key)) continue;
        if (!now) await device.remove(key);
        else {
            await device.put({ ...now.collection, addedAt }, now.answers);
            await storePictures(picturesOf(now.collection));
        }
    }
}

/** Stores the user and the server info, which the client requests before anything else. */
export async function keepAnswers() {
    if (!me.value || device.collections.length === 0) return;
    await device.putAnswers([
        // The email address is not needed offline.
        { path: '/me', answer: { ...me.value, email: undefined } },
        { path: '/server', answer: serverInfo.value },
    ]);
}
