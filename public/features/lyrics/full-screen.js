// @ts-check
// The page over the whole screen, without the browser around it, where the browser can.

/**
 * Makes a button that is hidden where there is nothing for it to do.
 * @param {HTMLElement} button
 * @param {AbortSignal} signal gives the screen back
 */
export function offerFullScreen(button, signal) {
    if (!document.fullscreenEnabled) return;
    const leave = () => void document.exitFullscreen().catch(() => {});
    const show = () => button.setAttribute('aria-pressed', String(document.fullscreenElement !== null));
    button.addEventListener(
        'click',
        () => {
            if (document.fullscreenElement) leave();
            // A browser that refuses leaves the page as it is.
            else void document.documentElement.requestFullscreen().catch(() => {});
        },
        { signal },
    );
    document.addEventListener('fullscreenchange', show, { signal });
    signal.addEventListener('abort', () => document.fullscreenElement && leave(), { once: true });
    show();
    button.hidden = false;
}
