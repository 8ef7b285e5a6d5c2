// @ts-check
// Pull to refresh. The browser's own gesture would reload the page and stop the music. Live events update the views
// anyway, so it needs no keyboard alternative.

import { announce } from '../../core/announce.js';
import { style } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { refreshView } from '../../core/navigate.js';
import { icons } from '../../elements/icons.js';

/** The distance that refreshes, in pixels. */
const FAR = 130;
/** Elements that handle touches themselves. */
const OTHERS = 'input, textarea, select, [data-grip], .letters';
/** Pages that show other users' changes and contain no text being written. */
const SECTIONS = new Set(['home', 'library', 'playlists', 'board', 'history', 'notifications', 'statistics', 'radio']);

/**
 * The icon's distance and progress after a drag of `down` pixels, and whether that is far enough.
 * @param {number} down
 */
export function pulled(down) {
    const free = Math.max(0, down);
    return { shift: Math.round(84 * (1 - Math.exp(-free / 120))), share: Math.min(1, free / FAR), isFar: free >= FAR };
}

/**
 * Listens once on `main` for all pages.
 * @param {HTMLElement} main
 */
export function listenToPulls(main) {
    /** @type {{ x: number, y: number, isMeant: boolean } | undefined} */
    let start;
    /** @type {HTMLElement | undefined} */
    let sign;
    let isFar = false;

    const end = () => {
        start = undefined;
        isFar = false;
        const gone = sign;
        sign = undefined;
        gone?.classList.add('is-let-go');
        setTimeout(() => gone?.remove(), 240);
    };
    main.addEventListener(
        'touchstart',
        (event) => {
            const target = /** @type {Element} */ (event.target);
            const isFree = event.touches.length === 1 && !target.closest(OTHERS);
            if (!isFree || scrollY > 0 || sign || !SECTIONS.has(document.body.dataset.section ?? '')) return;
            if (document.querySelector('html.is-covered, dialog[open], [role=menu]')) return;
            const [{ clientX: x, clientY: y }] = event.touches;
            start = { x, y, isMeant: false };
        },
        { passive: true },
    );
    main.addEventListener(
        'touchmove',
        (event) => {
            if (!start) return;
            const [{ clientX, clientY }] = event.touches;
            const [across, down] = [clientX - start.x, clientY - start.y];
            if (!start.isMeant) {
                if (Math.abs(across) > 12 || down < -6 || scrollY > 0) return end();
                if (down < 16) return;
                start.isMeant = true;
                sign = pullSign();
            }
            if (!sign) return;
            const { shift, share, isFar: isEnough } = pulled(down);
            style(sign, { pull: `${shift}px`, share: String(share) });
            if (isEnough && !isFar) navigator.vibrate?.(8);
            isFar = isEnough;
            sign.classList.toggle('is-far', isFar);
        },
        { passive: true },
    );
    main.addEventListener(
        'touchend',
        async () => {
            if (!isFar || !sign) return end();
            start = undefined;
            sign.classList.add('is-busy');
            announce(t('pull.looking'));
            await refreshView();
            announce(t('pull.done'));
            end();
        },
        { passive: true },
    );
    main.addEventListener('touchcancel', end, { passive: true });
}

function pullSign() {
    const sign = document.createElement('div');
    sign.className = 'pull-sign';
    sign.dataset.testid = 'pull-sign';
    sign.setAttribute('aria-hidden', 'true');
    render(sign, html`${icons.refresh}`);
    document.body.append(sign);
    return sign;
}
