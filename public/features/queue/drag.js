// @ts-check
// Rows and cards of songs, albums and playlists that are dragged with a mouse. Those who do not drag have the same in
// the menus of rows and cards.

import { delegate } from '../../core/dom.js';
import { fragment, html } from '../../core/html.js';

/** @typedef {'track'|'album'|'playlist'} DragKind */

/** The kind of data that goes with a drag: JSON with `kind`, `id` and `name`. */
export const DRAG_TYPE = 'application/x-rondo';

export const KINDS = /** @type {readonly DragKind[]} */ (['track', 'album', 'playlist']);

const SOURCES = KINDS.map((kind) => `:is(tr, li)[data-${kind}]`).join();
/** These are pressed, pulled or typed into. */
const OTHERS = 'button, input, select, textarea, [data-grip]';

/** Listens once for the whole document. */
export function listenToDrags() {
    // A finger that rests on a row opens its menu, so only a mouse finds something to drag.
    delegate(document, 'pointerdown', SOURCES, (source, event) => {
        const isMouse = /** @type {PointerEvent} */ (event).pointerType === 'mouse';
        source.draggable =
            isMouse &&
            !(/** @type {Element} */ (event.target).closest(OTHERS)) &&
            !source.classList.contains('is-missing');
    });
    delegate(document, 'dragstart', SOURCES, (source, event) => {
        const { dataTransfer } = /** @type {DragEvent} */ (event);
        const kind = KINDS.find((one) => source.dataset[one] !== undefined);
        if (!source.draggable || !dataTransfer || !kind) return;
        const name = source.querySelector('.track-title, .card-title, .row-title')?.textContent?.trim() ?? '';
        dataTransfer.effectAllowed = 'copy';
        dataTransfer.setData(DRAG_TYPE, JSON.stringify({ kind, id: source.dataset[kind], name }));
        const image = dragImage(source, name);
        dataTransfer.setDragImage(image, 24, 24);
        source.classList.add('is-carried');
        // The browser has taken its picture by the next frame.
        requestAnimationFrame(() => image.remove());
        source.addEventListener('dragend', () => source.classList.remove('is-carried'), { once: true });
    });
}

/** @param {HTMLElement} source @param {string} name */
function dragImage(source, name) {
    document.body.append(
        fragment(html`<div class="drag-image" aria-hidden="true"><span class="track-title">${name}</span></div>`),
    );
    const image = /** @type {HTMLElement} */ (document.body.lastElementChild);
    const cover = source.querySelector('.cover');
    if (cover) image.prepend(cover.cloneNode(true));
    return image;
}
