// @ts-check
// A cover that is tapped twice is liked, and hearts fly from the finger. The heart beside it does the same without.

import { announce } from '../../core/announce.js';
import { style } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../icons.js';
import { toast } from '../overlays/toast.js';
import { split } from './heart.js';
import { annotations } from './model.js';

/** Covers, what stands in their place, and where their heart is. */
const COVERS = '.hero-cover, .stage-art, .visual-canvas';
const PLACES = '.hero, .stage';
/** Two taps are one gesture when they come so soon and so near, in ms and pixels. */
const SOON_MS = 330;
const NEAR = 40;
const HEARTS = 11;
const STAYS_MS = 1400;

/** @typedef {{ x: number, y: number, at: number }} Tap */

/**
 * Whether a tap is the second of two.
 * @param {Tap | undefined} before @param {Tap} tap
 */
export function isSecond(before, tap) {
    return (
        before !== undefined &&
        tap.at - before.at <= SOON_MS &&
        Math.hypot(tap.x - before.x, tap.y - before.y) <= NEAR
    );
}

/** Listens once for the whole document. */
export function listenToDoubleTaps() {
    /** @type {Tap | undefined} */
    let last;
    /** @type {Tap | undefined} */
    let down;
    document.addEventListener('pointerdown', ({ clientX: x, clientY: y, timeStamp: at, isPrimary }) => {
        down = isPrimary ? { x, y, at } : undefined;
    });
    document.addEventListener('pointerup', (event) => {
        const cover = event.target instanceof Element ? event.target.closest(COVERS) : null;
        const tap = { x: event.clientX, y: event.clientY, at: event.timeStamp };
        // A finger that rests or goes on is no tap.
        if (!cover || event.button !== 0 || !isSecond(down, tap)) {
            last = undefined;
            return;
        }
        const isDouble = isSecond(last, tap);
        last = isDouble ? undefined : tap;
        const heart = cover.closest(PLACES)?.querySelector('[data-like]');
        if (isDouble && heart) void like(/** @type {HTMLElement} */ (heart), tap);
    });
}

/** @param {HTMLElement} heart @param {Tap} tap */
async function like(heart, tap) {
    const [kind, id] = /** @type {[import('./model.js').Kind, string]} */ (split(heart.dataset.like ?? ''));
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) burst(tap);
    navigator.vibrate?.(12);
    if (heart.getAttribute('aria-pressed') === 'true') return;
    try {
        await annotations.like(kind, id, true);
        announce(t('opinions.nowLiked', { name: heart.dataset.name ?? '' }));
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/**
 * A large heart that beats once and lets small ones fly, another way each time.
 * @param {{ x: number, y: number }} at
 */
function burst({ x, y }) {
    const host = document.createElement('div');
    host.className = 'like-burst';
    host.setAttribute('aria-hidden', 'true');
    Object.assign(host.style, { left: `${x}px`, top: `${y}px` });
    style(host, { lean: `${Math.round(Math.random() * 36 - 18)}deg` });
    render(
        host,
        html`<span class="like-ring"></span><span class="like-heart">${icons.heart}</span>${Array.from(
            { length: HEARTS },
            () => html`<span class="like-spark">${icons.heart}</span>`,
        )}`,
    );
    const sparks = /** @type {NodeListOf<HTMLElement>} */ (host.querySelectorAll('.like-spark'));
    const turn = Math.random() * 360;
    sparks.forEach((spark, place) => {
        const angle = ((turn + (360 / HEARTS) * place + Math.random() * 18) * Math.PI) / 180;
        const far = 74 + Math.random() * 78;
        style(spark, {
            x: `${Math.round(Math.cos(angle) * far)}px`,
            // Hearts are light: they rise.
            y: `${Math.round(Math.sin(angle) * far - 26)}px`,
            size: (0.55 + Math.random() * 0.75).toFixed(2),
            spin: `${Math.round(Math.random() * 120 - 60)}deg`,
            hue: `${Math.round(Math.random() * 46 - 18)}deg`,
            wait: `${Math.round(60 + Math.random() * 90)}ms`,
        });
    });
    document.body.append(host);
    setTimeout(() => host.remove(), STAYS_MS);
}
