// @ts-check

/**
 * Returns a function that aborts its last signal and makes a new one. That one also ends with the page.
 * @param {AbortSignal} page
 */
export function restartable(page) {
    let controller = new AbortController();
    page.addEventListener('abort', () => controller.abort(), { once: true });
    return () => {
        controller.abort();
        controller = new AbortController();
        if (page.aborted) controller.abort();
        return controller.signal;
    };
}
