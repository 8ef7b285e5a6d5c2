// @ts-check
// Full screen for the whole page, in browsers that support it.

/**
 * Sets up a full-screen button. It stays hidden in browsers without full screen.
 * @param {HTMLElement} button
 * @param {AbortSignal} signal leaves full screen
 */
export function offerFullScreen(button, signal) {
    if (!document.fullscreenEnabled) return;
    const leave = () => void document.exitFullscreen().catch(() => {});
    const show = () => button.setAttribute('aria-pressed', String(document.fullscreenElement !== null));
    button.addEventListener(
        'click',
        () => {
            if (document.fullscreenElement) leave();
            // If the browser refuses, the page stays as it is.
            else void document.documentElement.requestFullscreen().catch(() => {});
        },
        { signal },
    );
    document.addEventListener('fullscreenchange', show, { signal });
    signal.addEventListener('abort', () => document.fullscreenElement && leave(), { once: true });
    show();
    button.hidden = false;
}
