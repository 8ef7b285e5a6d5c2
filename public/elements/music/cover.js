// @ts-check
// Cover art. Under every picture lies a drawing made from the title, so a tile is never empty: not while loading, not
// without art.

import { html } from '../../core/html.js';
import { imagePath, sizedImage } from '../../core/images.js';

let drawings = 0;

/**
 * FNV-1a: the same title always gets the same drawing.
 * @param {string} text
 */
export function seedOf(text) {
    let hash = 0x811c9dc5;
    for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    return hash;
}

/** @param {string} text */
export function hueOf(text) {
    return seedOf(text) % 360;
}

/** How wide covers of a kind are shown, and the sizes that the server makes which go with it. */
const KINDS = {
    row: { sizes: '64px', widths: [64, 128, 192] },
    tile: { sizes: '(max-width: 560px) 45vw, 232px', widths: [192, 300, 384, 600] },
    large: { sizes: '(max-width: 560px) 90vw, 480px', widths: [384, 600, 768, 1200] },
};

/**
 * Loops on a gradient, as a rondo returns to its theme.
 * @param {string} title
 * @param {{ lettered?: boolean }} options
 */
export function placeholder(title, { lettered = true } = {}) {
    const seed = seedOf(title);
    const hue = seed % 360;
    const other = (hue + 28 + ((seed >>> 9) % 50)) % 360;
    const x = 20 + ((seed >>> 5) % 60);
    const y = 20 + ((seed >>> 13) % 60);
    const id = `art-${++drawings}`;
    const letter = [...title.trim()].find((character) => /[\p{L}\p{N}]/u.test(character))?.toLocaleUpperCase() ?? '♪';
    return html`<svg class="cover-drawing" viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice"
        aria-hidden="true" focusable="false">
        <defs><linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue} 42% 46%)"/>
            <stop offset="1" stop-color="hsl(${other} 48% 24%)"/></linearGradient></defs>
        <rect width="100" height="100" fill="url(#${id})"/>
        <g fill="none" stroke="#fff" stroke-opacity=".13" stroke-width="5"><circle cx="${x}" cy="${y}" r="16"/>
            <circle cx="${x}" cy="${y}" r="32"/><circle cx="${x}" cy="${y}" r="50"/><circle cx="${x}" cy="${y}" r="70"/>
            </g>
        ${
            lettered &&
            html`<text x="50" y="51" fill="#fff" fill-opacity=".9" font-size="34" font-weight="700" text-anchor="middle"
            dominant-baseline="central">${letter}</text>`
        }
    </svg>`;
}

/**
 * @param {string | undefined} path
 * @param {string} title what the drawing is made from
 * @param {{ kind?: 'row'|'tile'|'large', round?: boolean, eager?: boolean, className?: string }} options
 */
export function cover(path, title, { kind = 'tile', round = false, eager = false, className = '' } = {}) {
    const { sizes, widths } = KINDS[kind];
    const set = widths.map((width) => `${sizedImage(path, width)} ${width}w`).join(', ');
    const picture =
        imagePath(path) &&
        html`<img src="${sizedImage(path, widths[1])}" srcset="${set}" sizes="${sizes}" alt=""
            loading="${eager ? 'eager' : 'lazy'}" decoding="async" draggable="false">`;
    return html`<span class="cover ${round ? 'is-round' : ''} ${className}">${placeholder(title)}${picture}</span>`;
}

/**
 * Four covers as one picture, or the first of fewer.
 * @param {readonly string[]} paths
 * @param {string} title
 * @param {Parameters<typeof cover>[2]} [options]
 */
export function mosaic(paths, title, options = {}) {
    if (paths.length < 4) return cover(paths[0], title, options);
    const kind = options.kind === 'large' ? 'tile' : 'row';
    return html`<span
        class="cover is-mosaic ${options.className ?? ''}">${paths
            .slice(0, 4)
            .map((path, index) => cover(path, `${title}${index}`, { kind, eager: options.eager }))}</span>`;
}

/**
 * Fades pictures in, and takes broken ones away so that the drawing, or a person's initials, stay. Images do not bubble
 * these events, so we capture.
 */
export function watchCovers() {
    const isPicture = (/** @type {EventTarget | null} */ target) =>
        target instanceof HTMLImageElement && target.parentElement?.matches('.cover, .avatar');
    document.addEventListener(
        'load',
        (event) => {
            if (isPicture(event.target)) /** @type {HTMLImageElement} */ (event.target).classList.add('is-loaded');
        },
        true,
    );
    document.addEventListener(
        'error',
        (event) => {
            if (isPicture(event.target)) /** @type {HTMLImageElement} */ (event.target).remove();
        },
        true,
    );
}
