// @ts-check
// Downloads the collections chosen for this device, one track at a time, in one tab of the browser.

import { address, api, ApiError, isOfProxy, problem } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { sizedImage } from '../../core/images.js';
import { pictureAddress, soundAddress } from '../../core/on-device.js';
import { preferences } from '../../core/preferences.js';
import { mayDownload } from '../../core/session.js';
import { playableFormat, streamQuery } from '../../player/quality.js';
import { expectedBytes, hasRoom, pending, picturesOf } from './model.js';
import { CACHE, device, lyricsPath, soundPaths } from './store.js';
import { fetchWords } from './words.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */

const PICTURE_SIZE = 768;
const SHOWN_EVERY_MS = 200;

/** The browser's storage is full. */
class NoRoom extends Error {}

/** Dispatches `change` on progress. */
export class Fetching extends EventTarget {
    /** @type {{ track: TrackItem, received: number, total: number } | undefined} in bytes; 0 if unknown */
    current;
    /** @type {Promise<void> | undefined} */
    #running;
    /** @type {AbortController | undefined} */
    #stopping;
    /** Tracks that failed or that the server does not have. They are not retried until the page reloads. */
    #failed = new Set();

    get left() {
        return pending(device.collections, device.tracks).filter(({ id }) => !this.#failed.has(id));
    }

    /** Resumes the downloads, unless they are halted or another tab runs them. */
    run() {
        // A plan without downloads keeps the stored files, but no more are downloaded.
        if (device.halt || this.left.length === 0 || !mayDownload()) return this.#running;
        this.#running ??= this.#work().finally(() => {
            this.#running = undefined;
            this.#show(undefined);
        });
        return this.#running;
    }

    async #work() {
        this.#stopping = new AbortController();
        const { signal } = this.#stopping;
        const work = async (/** @type {unknown} */ lock) => {
            for (let [next] = this.left; lock && next && !signal.aborted && !device.halt; [next] = this.left)
                await this.#fetch(next, signal);
        };
        try {
            if (navigator.locks) await navigator.locks.request('rondo-device', { ifAvailable: true }, work);
            else await work(true);
        } catch (error) {
            await this.#explain(error, signal);
        }
    }

    /** Resumes the downloads at the user's request. */
    async again() {
        this.#failed.clear();
        await device.setHalt(undefined);
        await this.run();
    }

    async stop() {
        this.#stopping?.abort();
        await this.#running;
    }

    /** @param {TrackItem} track @param {AbortSignal} signal */
    async #fetch(track, signal) {
        this.#show({ track, received: 0, total: 0 });
        const quality = preferences.get('storedQuality', 'original');
        try {
            const room = (await navigator.storage?.estimate?.()) ?? {};
            if (!hasRoom(room, expectedBytes(track, quality))) throw new NoRoom();
            const bytes = await this.#store(track, quality, signal);
            const pictures = await storePictures(picturesOf(track), signal);
            // Lyrics are optional: the track plays without them.
            const words = (await fetchWords(track.id, { signal }).catch(() => undefined)) ?? { answer: { items: [] } };
            const sound = await soundAnswers(track.id, signal);
            // The details include the loudness levels, which lists do not have.
            const path = `/tracks/${encodeURIComponent(track.id)}`;
            const details = await api.get(path, { signal, quiet: true }).catch(() => track);
            signal.throwIfAborted();
            await device.putAnswers([
                ...sound,
                { path, answer: details },
                { path: lyricsPath(track.id), ...words },
            ]);
            if (!(await device.putTrack({ id: track.id, bytes, quality, pictures }))) this.#stopping?.abort();
        } catch (error) {
            if (!(error instanceof ApiError) || ![400, 404, 410, 415, 500].includes(error.status)) throw error;
            this.#failed.add(track.id);
        }
    }

    /**
     * @param {TrackItem} track @param {import('../../core/preferences.js').Quality} quality @param {AbortSignal} signal
     */
    async #store(track, quality, signal) {
        const deck = document.createElement('audio');
        const canPlay = (/** @type {string} */ type) => deck.canPlayType(type);
        const converted = quality === 'original' && canPlay(track.mediaType) === '';
        const query = streamQuery({ quality, fromMs: 0, converted, format: playableFormat(canPlay) });
        const path = address(`/tracks/${encodeURIComponent(track.id)}/stream`) + query;
        const answer = await fetch(path, { signal, credentials: 'same-origin' }).catch((error) => {
            throw signal.aborted ? error : new ApiError({ status: 0, code: 'network' });
        });
        if (isOfProxy(answer)) throw new ApiError({ status: 0, code: 'network' });
        if (!answer.ok || !answer.body)
            throw problem(answer.status, await answer.json().catch(() => undefined), answer.headers.get('Retry-After'));
        const total = Number(answer.headers.get('Content-Length')) || 0;
        let received = 0;
        let shownAt = 0;
        const counting = new TransformStream({
            transform: (chunk, out) => {
                received += chunk.byteLength;
                out.enqueue(chunk);
                if (performance.now() - shownAt < SHOWN_EVERY_MS) return;
                shownAt = performance.now();
                this.#show({ track, received, total });
            },
        });
        const headers = { 'Content-Type': answer.headers.get('Content-Type') ?? track.mediaType };
        const cache = await caches.open(CACHE);
        await cache.put(soundAddress(track.id), new Response(answer.body.pipeThrough(counting), { headers }));
        return received;
    }

    /** @param {Fetching['current']} current */
    #show(current) {
        this.current = current;
        this.dispatchEvent(new Event('change'));
    }

    /**
     * Records why the downloads stopped. A lost connection recovers by itself; other causes need the user.
     * @param {unknown} error @param {AbortSignal} signal
     */
    async #explain(error, signal) {
        if (signal.aborted || (error instanceof ApiError && [0, 401].includes(error.status))) return;
        const isFull =
            error instanceof NoRoom || (error instanceof DOMException && error.name === 'QuotaExceededError');
        if (isFull) await device.setHalt({ reason: 'quota' });
        else if (error instanceof ApiError) await device.setHalt({ reason: 'refused', text: explain(error) });
    }
}

/**
 * The responses for a track's waveform and visuals. They are optional: the track plays without them.
 * @param {string} id @param {AbortSignal} signal
 * @returns {Promise<import('./store.js').Answer[]>}
 */
async function soundAnswers(id, signal) {
    const paths = soundPaths(id);
    const found = await Promise.allSettled(paths.map((path) => api.get(path, { signal, quiet: true, fresh: true })));
    return found.flatMap((one, index) =>
        one.status === 'fulfilled' ? [{ path: paths[index], answer: one.value }] : [],
    );
}

/**
 * @param {readonly string[]} paths @param {AbortSignal} [signal]
 * @returns {Promise<string[]>} the paths that are now stored
 */
export async function storePictures(paths, signal) {
    const stored = [];
    for (const path of paths) {
        const source = sizedImage(path, PICTURE_SIZE);
        if (!source) continue;
        if (!(await caches.match(pictureAddress(path), { cacheName: CACHE }))) {
            // Pictures are optional: the track plays without them.
            const answer = await fetch(source, { signal, credentials: 'same-origin' }).catch(() => undefined);
            if (!answer?.ok) continue;
            const headers = { 'Content-Type': answer.headers.get('Content-Type') ?? 'image/webp' };
            await device.putContent(pictureAddress(path), new Response(await answer.blob(), { headers }));
        }
        stored.push(path);
    }
    return stored;
}

export const fetching = new Fetching();
