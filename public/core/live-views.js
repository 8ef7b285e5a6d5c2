// @ts-check
// Keeps views current: they repeat their request after an event, and are redrawn if the response has changed.

import { api, ApiError, isAbort } from './api.js';
import { debounced } from './debounce.js';
import { onLeave } from './dom.js';
import { live } from './events.js';
import { refreshView } from './navigate.js';
import { pausing } from './throttle.js';
import { quiet } from './stable-updates.js';

const PAUSE = 600;
/** Fields that hearts and stars keep current by themselves. */
const OPINIONS = new Set(['totalListenings', 'liked', 'likedAt', 'rating', 'averageRating', 'ratingCount']);

/**
 * The part of a response whose change redraws a view.
 * @param {unknown} answer
 */
export function essence(answer) {
    return JSON.stringify(answer, (name, value) => (OPINIONS.has(name) ? undefined : value));
}

/**
 * Refreshes a view whose data has changed. It waits until the user stops typing and releases the pointer.
 * @param {string[]} names of events @param {unknown} shown the response that the view shows
 * @param {(signal: AbortSignal) => Promise<unknown>} ask @param {AbortSignal} signal of the view
 */
export function follow(names, shown, ask, signal) {
    const before = essence(shown);
    const look = debounced(PAUSE, async (_, abort) => {
        try {
            if (essence(await ask(abort)) !== before) show();
        } catch (error) {
            // Shows the page for missing items if the item is gone. After another failure the next event asks again.
            if (!isAbort(error) && error instanceof ApiError && error.status === 404) show();
        }
    });
    const show = () => {
        if (signal.aborted) return;
        const main = document.querySelector('main');
        const isBusy =
            main?.querySelector(':is(input, textarea, select):focus') ||
            document.querySelector('dialog[open], [role=menu]');
        const isPressed = main?.querySelector(':active');
        if (isBusy || isPressed)
            addEventListener(isPressed ? 'pointerup' : 'focusin', () => look.later(undefined), { once: true, signal });
        else refreshView();
    };
    for (const name of names) live.on(name, () => look.later(undefined), signal);
    onLeave(signal, () => look.cancel());
}

/**
 * Reloads a list, but not while the user types or presses something in it, or answers a dialog about one of its rows.
 * @param {HTMLElement} host @param {() => Promise<unknown>} look @param {AbortSignal} signal of the view
 */
export function unhurried(host, look, signal) {
    const again = () => later.soon();
    const later = pausing(async () => {
        if (signal.aborted) return;
        if (
            host.querySelector(':is(input, textarea, select):focus, :active') ||
            document.querySelector('dialog[open], [role=menu]')
        ) {
            for (const name of ['pointerup', 'focusin', 'focusout', 'close'])
                addEventListener(name, again, { once: true, capture: true, signal });
            return;
        }
        await quiet(host, signal);
        if (signal.aborted) return;
        // After a failure the next reload tries again.
        await look().catch(() => {});
    }, signal);
    return later;
}

/**
 * @template T
 * @typedef {{ items: T[], load(): Promise<void> }} ShortList
 */

/**
 * A short list at a path. It is requested again after every change on the server, and redrawn if it differs. The event
 * does not say what has changed: that something did is enough.
 * @template T
 * @param {HTMLElement} host @param {string} path @param {() => void} draw @param {AbortSignal} signal of the view
 * @returns {ShortList<T>}
 */
export function shortList(host, path, draw, signal) {
    const list = {
        /** @type {T[]} */
        items: [],
        async load() {
            ({ items: list.items } = await api.get(path, { signal }));
            draw();
        },
    };
    const again = unhurried(
        host,
        async () => {
            const { items } = await api.get(path, { signal, quiet: true });
            if (JSON.stringify(items) === JSON.stringify(list.items)) return;
            list.items = items;
            draw();
        },
        signal,
    );
    for (const name of ['changes', 'reset']) live.on(name, again.soon, signal);
    return list;
}

/**
 * @param {'administration' | 'account'} name events for administrators, or about one's own account @param {string[]}
 *   areas shown
 * @param {() => void} changed @param {AbortSignal} signal of the view
 */
export function followAreas(name, areas, changed, signal) {
    live.on(
        name,
        (/** @type {{ areas?: string[] }} */ { areas: others = [] }) => {
            if (others.some((area) => areas.includes(area))) changed();
        },
        signal,
    );
    live.on('reset', changed, signal);
}
