// @ts-check
// Cover art. Under every picture lies its main color until it is there; a thing without a picture has a drawing made
// from its title. So a tile is never empty, and nothing moves when the picture comes.

import { html } from '../../core/html.js';
import { imagePath, sizedImage } from '../../core/images.js';
import { hex, hsl, mainColor } from './color-contrast.js';

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

/**
 * How wide covers of a kind are shown, and the sizes that the server makes which go with it, for screens of one to
 * three dots a pixel.
 */
const KINDS = {
    row: { sizes: '60px', widths: [64, 128, 192] },
    part: { sizes: '132px', widths: [128, 192, 300, 384] },
    tile: { sizes: '(max-width: 560px) 45vw, 232px', widths: [192, 300, 384, 512, 600] },
    large: { sizes: '(max-width: 640px) 62vw, 264px', widths: [300, 384, 600, 768] },
    stage: { sizes: '(max-width: 1023px) 92vw, min(44vw, 100vh - 290px)', widths: [384, 600, 768, 1200] },
};

/** @typedef {keyof typeof KINDS} Kind */
/** @typedef {import('./color-contrast.js').PictureColor} PictureColor */

const HEX = /^#[\da-f]{6}$/;

/**
 * The darker color of a title's drawing.
 * @param {string} title
 * @returns {string} `#rrggbb`
 */
export function drawingColor(title) {
    return hex(hsl(hueOf(title), 0.46, 0.3));
}

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
    const first = [...title.trim()].find((character) => /[\p{L}\p{N}]/u.test(character));
    const letter = first?.toLocaleUpperCase() ?? '♪';
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
 * The main color of a picture that is to come.
 * @param {string} color
 */
const ground = (color) =>
    html`<svg class="cover-drawing" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true"
        focusable="false"><rect width="1" height="1" fill="${color}"/></svg>`;

/**
 * @typedef {object} Options
 * @property {Kind} [kind]
 * @property {boolean} [round]
 * @property {boolean} [eager]
 * @property {string} [className]
 * @property {string | readonly PictureColor[]} [color] the picture's main one, `#rrggbb`, or all that it has
 */

/**
 * @param {string | undefined} path
 * @param {string} title what the drawing is made from
 * @param {Options} options
 */
export function cover(path, title, { kind = 'tile', round = false, eager = false, className = '', color } = {}) {
    const { sizes, widths } = KINDS[kind];
    const set = widths.map((width) => `${sizedImage(path, width)} ${width}w`).join(', ');
    const picture =
        imagePath(path) &&
        html`<img src="${sizedImage(path, widths[1])}" srcset="${set}" sizes="${sizes}" alt="" width="${widths[1]}"
            height="${widths[1]}" loading="${eager ? 'eager' : 'lazy'}" decoding="async" draggable="false">`;
    const main = typeof color === 'string' ? color : mainColor(color);
    const below = picture && main && HEX.test(main) ? ground(main) : placeholder(title);
    return html`<span class="cover ${round ? 'is-round' : ''} ${className}">${below}${picture}</span>`;
}

const MOSAICS = ['', '', 'is-two', 'is-three', 'is-four'];

/**
 * Two to four covers as one picture, or the only one.
 * @param {readonly string[]} paths
 * @param {string} title
 * @param {Options & { colors?: readonly { hex: string }[] }} options `colors`: one for each path
 */
export function mosaic(paths, title, { colors = [], ...options } = {}) {
    if (paths.length < 2) return cover(paths[0], title, { color: colors[0]?.hex, ...options });
    const shown = paths.slice(0, 4);
    const kind = shown.length === 4 && options.kind !== 'row' ? 'part' : options.kind;
    return html`<span class="cover is-mosaic ${MOSAICS[shown.length]} ${options.className ?? ''}">${shown.map(
        (path, index) =>
            cover(path, `${title}${index}`, { kind, eager: options.eager, color: colors[index]?.hex }),
    )}</span>`;
}

/** The most addresses that are remembered, far more than one sees in an evening. */
const MOST_KNOWN = 5000;

/**
 * Fades pictures in, and takes broken ones away so that what lies below, or a person's initials, stay. One that was
 * shown before comes at once. Images do not bubble these events, so we capture.
 */
export function watchCovers() {
    /** @type {Set<string>} */
    const known = new Set();
    const isPicture = (/** @type {EventTarget | null} */ target) =>
        target instanceof HTMLImageElement && target.parentElement?.matches('.cover, .avatar');
    document.addEventListener(
        'load',
        ({ target }) => {
            if (!isPicture(target)) return;
            const image = /** @type {HTMLImageElement} */ (target);
            image.classList.toggle('is-known', known.has(image.currentSrc));
            image.classList.add('is-loaded');
            if (known.size >= MOST_KNOWN) known.clear();
            known.add(image.currentSrc);
        },
        true,
    );
    document.addEventListener(
        'error',
        ({ target }) => {
            if (isPicture(target)) /** @type {HTMLImageElement} */ (target).remove();
        },
        true,
    );
}
