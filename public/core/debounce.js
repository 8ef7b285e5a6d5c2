// @ts-check

/**
 * Waits until the calls pause, then runs once; a newer run aborts the older.
 * @template T
 * @param {number} ms
 * @param {(value: T, signal: AbortSignal) => Promise<void>} run
 * @param {{ set(callback: () => void, ms: number): any, clear(timer: any): void }} [timers]
 */
export function debounced(
    ms,
    run,
    timers = { set: (callback, wait) => setTimeout(callback, wait), clear: (timer) => clearTimeout(timer) },
) {
    /** @type {any} */
    let timer;
    /** @type {AbortController | undefined} */
    let running;

    const cancel = () => {
        timers.clear(timer);
        running?.abort();
        running = undefined;
    };
    const now = (/** @type {T} */ value) => {
        cancel();
        running = new AbortController();
        return run(value, running.signal);
    };
    const later = (/** @type {T} */ value) => {
        cancel();
        timer = timers.set(() => void now(value), ms);
    };
    return { later, now, cancel };
}
