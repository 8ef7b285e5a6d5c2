// @ts-check
// Rows and cards of songs, albums and playlists that a mouse can drag. A selected row drags the whole selection. The
// menus of rows and cards offer the same without dragging.

import { delegate } from '../../core/dom.js';
import { number } from '../../core/format.js';
import { fragment, html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { isSelected } from '../selection/bind.js';
import { selection } from '../selection/model.js';
import { DRAG_TYPE, KINDS, PLAYLIST_TYPE } from './dragged.js';

const SOURCES = ['track', 'album', 'playlist'].map((kind) => `:is(tr, li)[data-${kind}]`).join();
/** Controls that use a press themselves. */
const OTHERS = 'button, input, select, textarea, [data-grip]';

/** Listens once for the whole document. */
export function listenToDrags() {
    // Only a mouse drags: a long touch on a row opens its menu.
    delegate(document, 'pointerdown', SOURCES, (source, event) => {
        const isMouse = /** @type {PointerEvent} */ (event).pointerType === 'mouse';
        source.draggable =
            isMouse &&
            !(/** @type {Element} */ (event.target).closest(OTHERS)) &&
            !source.classList.contains('is-missing');
    });
    delegate(document, 'dragstart', SOURCES, (source, event) => {
        const { dataTransfer } = /** @type {DragEvent} */ (event);
        if (!source.draggable || !dataTransfer) return;
        const { kind, id, name, count } = carried(source);
        dataTransfer.effectAllowed = 'copy';
        dataTransfer.setData(DRAG_TYPE, JSON.stringify({ kind, id, name }));
        if (kind === 'playlist') dataTransfer.setData(PLAYLIST_TYPE, id);
        const image = dragImage(source, name, count);
        dataTransfer.setDragImage(image, 24, 24);
        const all = count > 1 ? [...document.querySelectorAll('.is-selected')] : [source];
        for (const one of all) one.classList.add('is-carried');
        // By the next frame the browser has copied the drag image.
        requestAnimationFrame(() => {
            image.remove();
            document.documentElement.classList.add('is-dragging');
            document.documentElement.classList.toggle('has-playlist', kind === 'playlist');
        });
        source.addEventListener(
            'dragend',
            () => {
                document.documentElement.classList.remove('is-dragging', 'has-playlist');
                for (const one of document.querySelectorAll('.is-carried')) one.classList.remove('is-carried');
            },
            { once: true },
        );
    });
}

/**
 * The data that a dragged row or card carries.
 * @param {HTMLElement} source
 */
function carried(source) {
    const { size } = selection;
    if (size > 1 && isSelected(source))
        return { kind: 'selection', id: '', name: t('selection.songs', { count: size }), count: size };
    const name = source.querySelector('.track-title, .card-title, .row-title, .own-name')?.textContent?.trim() ?? '';
    // A queue row offers its track as well. A playlist row's `entry` is not a queue key.
    const isQueued = source.matches('.queue-row');
    const kind = KINDS.find((one) => source.dataset[one] !== undefined && (isQueued || one !== 'entry')) ?? 'track';
    return { kind, id: source.dataset[kind] ?? '', name, count: 1 };
}

/** @param {HTMLElement} source @param {string} name @param {number} count */
function dragImage(source, name, count) {
    document.body.append(
        fragment(html`<div class="drag-image ${count > 1 ? 'is-many' : ''}" aria-hidden="true"><span
            class="track-title">${name}</span>${
                count > 1 && html`<span class="drag-count">${number(count, currentLocale())}</span>`
            }</div>`),
    );
    const image = /** @type {HTMLElement} */ (document.body.lastElementChild);
    const cover = source.querySelector('.cover');
    if (cover) image.prepend(cover.cloneNode(true));
    return image;
}
