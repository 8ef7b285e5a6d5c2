// @ts-check
// Drops on the queue: at the pointer's place in the list, or at the end on the bar's button.

import { announce } from '../../core/announce.js';
import { delegate } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { t } from '../../core/i18n.js';
import { toast } from '../../elements/overlays/toast.js';
import { steered as player } from '../../player/steered.js';
import { addToQueue } from '../play/additions.js';
import { droppedBy, isDragged } from './dragged.js';
import { placeAt } from './place.js';

/** @param {DragEvent} event @param {number} [at] index in the queue; undefined for its end */
async function insert(event, at) {
    const dragged = droppedBy(event);
    if (!dragged) return;
    try {
        const place = Math.min(at ?? Infinity, player.queue.entries.length);
        const places = await dragged.places();
        if (places.length > 0 && at !== undefined) return move(places, place, dragged.name);
        const isIn = addToQueue(await dragged.tracks(), at === undefined ? 'end' : place, dragged.name);
        if (isIn && at !== undefined) announce(t('queue.inserted', { name: dragged.name, position: place + 1 }));
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/**
 * Moves queue entries before the entry at `place`.
 * @param {number[]} keys @param {number} place @param {string} name
 */
function move(keys, place, name) {
    let [next, first] = [place, -1];
    for (const key of keys) {
        const from = player.queue.entries.findIndex((entry) => entry.key === key);
        if (from < 0) continue;
        const to = from < next ? next - 1 : next;
        player.move(from, to);
        if (first < 0) first = to;
        next = to + 1;
    }
    if (first >= 0) announce(t('queue.moved', { title: name, position: first + 1 }));
}

/**
 * @param {HTMLElement} host contains the rows
 * @param {(row: number) => number} placeOf queue index before a row
 * @param {AbortSignal} signal
 */
export function takeDrops(host, placeOf, signal) {
    const mark = document.createElement('div');
    mark.className = 'drop-mark';
    const clear = () => {
        mark.remove();
        host.classList.remove('is-aimed');
    };
    const aim = (/** @type {DragEvent} */ event) => {
        const rows = [...host.querySelectorAll('[data-entry]')].map((row) => row.getBoundingClientRect());
        const place = placeAt(rows, event.clientY);
        const edge = place < rows.length ? rows[place].top : (rows[rows.length - 1]?.bottom ?? 0);
        const top = edge - host.getBoundingClientRect().top + host.scrollTop;
        return { place, top, isEmpty: rows.length === 0 };
    };
    host.addEventListener(
        'dragover',
        (event) => {
            if (!isDragged(event)) return;
            event.preventDefault();
            if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
            const { top, isEmpty } = aim(event);
            host.classList.add('is-aimed');
            if (isEmpty) return;
            mark.style.transform = `translateY(${Math.max(0, top - 1)}px)`;
            if (!mark.isConnected) host.append(mark);
        },
        { signal },
    );
    host.addEventListener(
        'dragleave',
        (event) => {
            if (!host.contains(/** @type {Node | null} */ (event.relatedTarget))) clear();
        },
        { signal },
    );
    host.addEventListener(
        'drop',
        (event) => {
            if (!isDragged(event)) return;
            event.preventDefault();
            const { place } = aim(event);
            clear();
            void insert(event, placeOf(place));
        },
        { signal },
    );
    document.addEventListener('dragend', clear, { signal });
}

/** Drops on the bar's button, wherever it is drawn. Listens once for the whole document. */
export function takeDropsOnButton() {
    const button = '[data-queue-toggle]';
    delegate(document, 'dragover', button, (element, event) => {
        if (!isDragged(event)) return;
        event.preventDefault();
        element.classList.add('is-aimed');
    });
    delegate(document, 'dragleave', button, (element) => element.classList.remove('is-aimed'));
    delegate(document, 'drop', button, (element, event) => {
        element.classList.remove('is-aimed');
        if (!isDragged(event)) return;
        event.preventDefault();
        void insert(/** @type {DragEvent} */ (event));
    });
}
