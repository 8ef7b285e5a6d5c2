// @ts-check
// What stands in the player bar in place of the track, so that it can be stopped from anywhere.

import { find, style } from '../../core/dom.js';
import { render } from '../../core/html.js';

/** @typedef {HTMLElement & { update(): void }} PlayerBar */

/**
 * @param {string} testid
 * @returns {{ bar: PlayerBar, show(content: unknown): void }} `show` takes nothing to give the bar back to the track
 */
export function barFace(testid) {
    const bar = /** @type {PlayerBar} */ (find(document.body, 'rondo-player-bar'));
    const face = document.createElement('div');
    face.className = 'player-station';
    face.dataset.testid = testid;
    return {
        bar,
        show(content) {
            face.remove();
            if (content) {
                render(face, content);
                find(bar, '.player-bar').prepend(face);
                style(bar, { progress: '0%' });
            }
            bar.toggleAttribute('data-station', bar.querySelector('.player-station') !== null);
            bar.update();
        },
    };
}
