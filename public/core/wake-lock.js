// @ts-check
// Keeps the screen on while one listens or reads along, where the browser can.

/** @typedef {{ release(): Promise<void> }} Lock */

/** @param {AbortSignal} signal lets it go off again */
export function stayAwake(signal) {
    const wakeLock = /** @type {{ request(kind: 'screen'): Promise<Lock> } | undefined} */ (
        /** @type {any} */ (navigator).wakeLock
    );
    if (!wakeLock) return;
    /** @type {Lock | undefined} */
    let lock;
    const hold = async () => {
        if (signal.aborted || document.visibilityState !== 'visible') return;
        try {
            const held = await wakeLock.request('screen');
            if (signal.aborted) return void held.release();
            lock = held;
        } catch {
            // A device that saves its battery refuses: the screen goes off as it always does.
        }
    };
    // The browser takes the lock away with the page, and does not give it back by itself.
    document.addEventListener('visibilitychange', () => void hold(), { signal });
    signal.addEventListener('abort', () => void lock?.release().catch(() => {}), { once: true });
    void hold();
}
