// @ts-check
// Keeps the screen on while the user listens or reads along, if the browser can.

/** @typedef {{ release(): Promise<void> }} Lock */

/** @param {AbortSignal} signal releases the lock */
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
            // A device that saves its battery refuses: the screen turns off as usual.
        }
    };
    // The browser releases the lock when the page is hidden, and does not restore it by itself.
    document.addEventListener('visibilitychange', () => void hold(), { signal });
    signal.addEventListener('abort', () => void lock?.release().catch(() => {}), { once: true });
    void hold();
}
