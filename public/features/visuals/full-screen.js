// @ts-check
// Shows the visual full screen. The controls hide when the pointer is idle; Escape leaves.

import { onLeave } from '../../core/dom.js';
import { t } from '../../core/i18n.js';

const IDLE_MS = 3000;

/**
 * @param {HTMLElement} stage @param {HTMLElement} panel @param {AbortSignal} signal
 * @returns {{ toggle: () => void, leave: () => void }}
 */
export function bindFullScreen(stage, panel, signal) {
    let isFull = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let idle;
    const button = () => /** @type {HTMLElement} */ (panel.querySelector('[data-visual-full]'));

    const stir = () => {
        clearTimeout(idle);
        panel.classList.remove('is-idle');
        if (!isFull) return;
        idle = setTimeout(() => {
            // An open menu counts as activity.
            if (document.querySelector('[role=menu]')) stir();
            else panel.classList.add('is-idle');
        }, IDLE_MS);
    };
    const set = (/** @type {boolean} */ wanted) => {
        isFull = wanted;
        stage.classList.toggle('is-visual-full', isFull);
        panel.classList.toggle('is-full', isFull);
        const label = t(isFull ? 'visuals.leaveFullScreen' : 'visuals.fullScreen');
        button().setAttribute('aria-label', label);
        button().title = label;
        stir();
    };
    const enter = () => {
        set(true);
        // Without the Fullscreen API, the visual fills the window.
        document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => {});
        button().focus({ preventScroll: true });
    };
    const leave = () => {
        if (!isFull) return;
        set(false);
        if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    };

    const left = () => !document.fullscreenElement && isFull && set(false);
    document.addEventListener('fullscreenchange', left, { signal });
    for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
        document.addEventListener(type, stir, { signal, passive: true });
    document.addEventListener(
        'keydown',
        (event) => {
            if (event.key !== 'Escape' || !isFull || document.querySelector('dialog[open], [role=menu]')) return;
            // Escape leaves full screen only; Now Playing stays open.
            event.preventDefault();
            leave();
        },
        { signal, capture: true },
    );
    onLeave(signal, () => {
        clearTimeout(idle);
        leave();
    });
    return { toggle: () => (isFull ? leave() : enter()), leave };
}
