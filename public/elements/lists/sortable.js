// @ts-check
// Drag to reorder, with a mouse, pen or finger. The keyboard's twin is the pair of buttons in each row.

/**
 * @param {HTMLElement} host
 * @param {{ item: string, handle: string, moved: (from: number, to: number) => void }} parts positions among the drawn
 *   items
 * @param {AbortSignal} signal
 */
export function makeSortable(host, { item, handle, moved }, signal) {
    host.addEventListener(
        'pointerdown',
        (event) => {
            const grip = event.target instanceof Element ? event.target.closest(handle) : null;
            const row = /** @type {HTMLElement | null} */ (grip?.closest(item));
            if (!row || event.button !== 0) return;
            event.preventDefault();
            const rows = /** @type {HTMLElement[]} */ ([...host.querySelectorAll(item)]);
            const from = rows.indexOf(row);
            const boxes = rows.map((one) => one.getBoundingClientRect());
            const scroller = getComputedStyle(host).overflowY === 'visible' ? document.documentElement : host;
            const isPage = scroller !== host;
            const startY = event.clientY + scroller.scrollTop;
            const height = boxes[from].height;
            let to = from;
            row.classList.add('is-dragged');
            host.classList.add('is-sorting');
            row.setPointerCapture(event.pointerId);

            const onMove = (/** @type {PointerEvent} */ move) => {
                const shift = move.clientY + scroller.scrollTop - startY;
                const middle = boxes[from].top + height / 2 + shift;
                to = from;
                boxes.forEach((box, index) => {
                    const center = box.top + box.height / 2;
                    if (index > from && middle > center) to = Math.max(to, index);
                    if (index < from && middle < center) to = Math.min(to, index);
                });
                row.style.transform = `translateY(${shift}px)`;
                rows.forEach((one, index) => {
                    if (one === row) return;
                    const by = index > from && index <= to ? -height : index < from && index >= to ? height : 0;
                    one.style.transform = by ? `translateY(${by}px)` : '';
                });
                const { top, bottom } = isPage ? { top: 40, bottom: innerHeight - 120 } : host.getBoundingClientRect();
                if (move.clientY < top + 40) scroller.scrollBy(0, -12);
                else if (move.clientY > bottom - 40) scroller.scrollBy(0, 12);
            };
            const onEnd = (/** @type {PointerEvent} */ end) => {
                row.removeEventListener('pointermove', onMove);
                row.classList.remove('is-dragged');
                host.classList.remove('is-sorting');
                for (const one of rows) one.style.transform = '';
                if (end.type === 'pointerup' && to !== from) moved(from, to);
            };
            row.addEventListener('pointermove', onMove);
            row.addEventListener('pointerup', onEnd, { once: true });
            row.addEventListener('pointercancel', onEnd, { once: true });
        },
        { signal },
    );
}
