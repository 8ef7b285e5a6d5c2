// @ts-check
// Connects the device storage to the client: offline responses, and synchronization once the server is reachable.

import { api } from '../../core/api.js';
import { isReachable } from '../../core/connection.js';
import { debounced } from '../../core/debounce.js';
import { live } from '../../core/events.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { me } from '../../core/session.js';
import { annotations } from '../../elements/annotations/model.js';
import { toast } from '../../elements/overlays/toast.js';
import { clientName } from '../../player/client-name.js';
import { playCounter } from '../../player/index.js';
import { contact } from './contact.js';
import { fetching } from './fetching.js';
import { wanted } from './model.js';
import { songsAmong } from './songs.js';
import { device } from './store.js';
import { wordsRenewal } from './words.js';

const PROBE_MS = 15_000;
/** The first probe comes soon, because only a single request may have failed. */
const FIRST_PROBE_MS = 1_000;
const SETTLE_MS = 2_000;

const client = clientName(navigator.userAgent);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let probe;

/** Called once, before the first request. */
export function startDevice() {
    api.onUnreachable = async (method, path, query) => {
        lose();
        if (method !== 'GET') return undefined;
        return path === '/radio/songs' ? storedSongs(query) : device.answer(path, query);
    };
    api.onReached = reach;
    addEventListener('offline', lose);
    addEventListener('online', look);
    live.addEventListener('open', () => {
        if (!isReachable.value) look();
    });
    annotations.onUnreachable = async ({ kind, id, liked, at }) => {
        await device.owe({ id: `${kind}:${id}`, kind, subject: id, liked, at });
        return true;
    };
    annotations.onChoice = ({ kind, id }) =>
        void device.settle(device.outbox.filter((owed) => owed.id === `${kind}:${id}`)).catch(() => {});
    playCounter.addEventListener('played', (event) => {
        const { playId, trackId, playedAt } = /** @type {CustomEvent} */ (event).detail;
        const play = { id: playId, kind: /** @type {const} */ ('play'), trackId, at: new Date(playedAt).toISOString() };
        // A browser without stored music loses the play, as it does any report without a connection.
        void device.owe(play)?.catch(() => {});
    });
    const soon = debounced(SETTLE_MS, () => contact(client));
    for (const name of ['account', 'reset']) live.on(name, () => soon.later(undefined));
    live.on('lyrics', ({ track }) => void wordsRenewal.one(track));
    live.on('lyricsLookup', ({ trackId, state }) => state === 'found' && void wordsRenewal.one(trackId));
}

/**
 * The response of `/radio/songs` from the stored tracks.
 * @param {Record<string, string | number | undefined | null>} query
 */
async function storedSongs({ like, heard, limit }) {
    await device.open();
    const ids = (/** @type {unknown} */ text) => String(text ?? '').split(',');
    const stored = [...wanted(device.collections).values()].filter(({ id }) => device.tracks.has(id));
    if (!like || stored.length === 0) return undefined;
    return { items: songsAmong(stored, { like: ids(like), heard: ids(heard), limit: Number(limit ?? 25) }) };
}

/**
 * Assigns the stored data to the signed-in user, and removes the data of any other user.
 * @param {import('../../core/types.js').Me | undefined} person the signed-in user
 */
export async function giveDeviceTo(person) {
    if (!person) {
        await Promise.all([fetching.stop(), wordsRenewal.stop()]);
        return device.removeAll().catch(() => {});
    }
    await device.belongTo(person.id).catch(() => {});
    for (const owed of device.outbox) {
        if (owed.kind !== 'play') annotations.note(owed.kind, owed.subject, { liked: owed.liked });
    }
}

/** The first contact, once the page has loaded. */
export async function meetServer() {
    await device.open();
    const lost = await device.noticeLost().catch(() => 0);
    if (lost > 0) {
        await device.setHalt({ reason: 'evicted' });
        toast(t('device.lost', { count: lost }), {
            kind: 'error',
            sticky: true,
            id: 'device',
            actions: [{ label: t('device.title'), run: () => navigate('/device') }],
        });
    }
    if (isReachable.value) await contact(client);
}

function lose() {
    probe ??= setTimeout(look, isReachable.value ? FIRST_PROBE_MS : PROBE_MS);
    isReachable.set(false);
}

function reach() {
    stopProbe();
    if (isReachable.value) return;
    isReachable.set(true);
    if (me.value) void contact(client);
}

function stopProbe() {
    clearTimeout(probe);
    probe = undefined;
}

/** Sends a small request. Any response means that the server is reachable. */
function look() {
    stopProbe();
    // A failure is reported by `api.onUnreachable`.
    api.get('/server', { quiet: true, fresh: true }).catch(() => {});
}
