// @ts-check

import { onLeave } from './dom.js';

/**
 * Runs at most once per pause, however many events request it. The pause has a random part, so that clients do not all
 * run at the same moment.
 * @param {() => Promise<unknown>} run
 * @param {AbortSignal} signal
 * @param {{ pauseMs?: number, spreadMs?: number }} options
 */
export function pausing(run, signal, { pauseMs = 120, spreadMs = 200 } = {}) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let isRunning = false;
    let isWanted = false;
    const start = async () => {
        timer = undefined;
        isRunning = true;
        isWanted = false;
        try {
            await run();
        } finally {
            isRunning = false;
            if (isWanted && !signal.aborted) soon();
        }
    };
    const soon = () => {
        isWanted = true;
        if (!isRunning) timer ??= setTimeout(() => void start(), pauseMs + Math.random() * spreadMs);
    };
    onLeave(signal, () => clearTimeout(timer));
    /** Runs without waiting. Never runs twice at once, so that no older response comes after a newer one. */
    const now = () => {
        if (isRunning) return soon();
        clearTimeout(timer);
        void start();
    };
    return { soon, now };
}
