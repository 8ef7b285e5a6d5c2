// @ts-check
// What is done when the server can be reached: past plays and likes are handed in, and what is stored is compared with
// what the user may hear.

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

/** @type {Promise<void> | undefined} one after the other: what is handed in twice at once would be there twice */
let running;

/**
 * @param {string} client the name of this player
 * @returns {Promise<void>}
 */
export function contact(client) {
    running ??= handOver(client)
        // The next contact goes on.
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
    // A session that has ended ends here, and takes everything with it.
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
            // A time that no clock means keeps the server from taking what came with it.
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
 * What the server will never take is not offered for ever.
 * @param {() => Promise<unknown>} send
 * @returns {Promise<number | undefined>} the status with which it was refused for good
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

/** What is stored becomes what it is now; what the user may not hear any more goes. */
async function compare() {
    for (const { key, kind, id, addedAt } of [...device.collections]) {
        const now = await collect(kind, id).catch((error) => {
            if (isAbort(error) || (error instanceof ApiError && error.status === 0)) throw error;
            return null;
        });
        // Not to be told at the moment: the next contact asks again.
        if (now === null || !device.has(key)) continue;
        if (!now) await device.remove(key);
        else {
            await device.put({ ...now.collection, addedAt }, now.answers);
            await storePictures(picturesOf(now.collection));
        }
    }
}

/** Who is signed in, and where: what the client asks for before anything else. */
export async function keepAnswers() {
    if (!me.value || device.collections.length === 0) return;
    await device.putAnswers([
        // An address to write to is of no use here.
        { path: '/me', answer: { ...me.value, email: undefined } },
        { path: '/server', answer: serverInfo.value },
    ]);
}
