// @ts-check

/**
 * A signal that ends when the list is drawn anew, or with the page.
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
