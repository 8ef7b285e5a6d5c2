// @ts-check

/**
 * Calls `update` on every frame while `isMoving`, and four times a second otherwise.
 * @param {() => boolean} isMoving @param {() => void} update @param {AbortSignal} signal
 */
export function everyFrame(isMoving, update, signal) {
    const step = () => {
        if (signal.aborted) return;
        update();
        if (isMoving()) requestAnimationFrame(step);
        else setTimeout(() => requestAnimationFrame(step), 250);
    };
    requestAnimationFrame(step);
}
