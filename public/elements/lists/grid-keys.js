// @ts-check
// Grids and rows of cards by keyboard: one tab stop for each card, arrows between them, and a menu of what else a card
// offers.

import { delegate } from '../../core/dom.js';
import { icons } from '../icons.js';
import { onLongPress } from '../overlays/long-press.js';
import { openAt, openMenu } from '../overlays/menu.js';

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Which of `boxes` lies next to the one at `from`, by what is seen: beside it on its line, or nearest to it on the next
 * line. -1 for none.
 * @param {readonly Box[]} boxes @param {number} from @param {number} across -1, 0 or 1 @param {number} down -1, 0 or 1
 */
export function neighbor(boxes, from, across, down) {
    const own = boxes[from];
    const middle = (/** @type {Box} */ box) => (box.left + box.right) / 2;
    const height = (/** @type {Box} */ box) => (box.top + box.bottom) / 2;
    const isSameLine = (/** @type {Box} */ box, /** @type {Box} */ other) =>
        box.top < height(other) && height(other) < box.bottom;
    let best = -1;
    let least = Infinity;
    boxes.forEach((box, index) => {
        if (index === from) return;
        const dx = (middle(box) - middle(own)) * across;
        const dy = (height(box) - height(own)) * down;
        if (across ? dx <= 0 || !isSameLine(own, box) : dy <= 0 || isSameLine(own, box)) return;
        const far = across ? dx : dy * 10_000 + Math.abs(middle(box) - middle(own));
        if (far < least) [best, least] = [index, far];
    });
    return best;
}

/**
 * Listens once for all cards within `root`.
 * @param {HTMLElement} root
 */
export function listenToGrids(root) {
    delegate(root, 'keydown', '[data-card-stop]', (stop, event) => {
        const { key, shiftKey, ctrlKey, metaKey, altKey } = /** @type {KeyboardEvent} */ (event);
        if (ctrlKey || metaKey || altKey) return;
        if (key === ' ' || key === 'ContextMenu' || (key === 'F10' && shiftKey)) {
            const card = /** @type {HTMLElement} */ (stop.closest(CARDS) ?? stop);
            return card.querySelector('[data-track-menu]') ? offerOf(card, event) : offer(stop, event);
        }
        const step = STEPS[/** @type {keyof typeof STEPS} */ (key)];
        if (!step || shiftKey) return;
        const stops = /** @type {HTMLElement[]} */ ([
            ...(stop.closest('ul, ol')?.querySelectorAll('[data-card-stop]') ?? []),
        ]);
        const cells = stops.map((one) => (one.closest('li') ?? one).getBoundingClientRect());
        const next = stops[neighbor(cells, stops.indexOf(stop), step[0], step[1])];
        if (!next) return;
        event.preventDefault();
        next.focus();
        next.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    delegate(root, 'click', '[data-card-menu]', (button, event) => offer(button, event));
    delegate(root, 'contextmenu', CARDS, (card, event) => {
        const link = /** @type {Element} */ (event.target).closest('a, input');
        // Other links keep the browser's menu.
        if (event.defaultPrevented || (link && !link.matches(OWN_LINKS))) return;
        const { clientX: x, clientY: y } = /** @type {MouseEvent} */ (event);
        offerOf(card, event, { x, y });
    });
    onLongPress(root, CARDS, (card, at) => offerOf(card, new Event('contextmenu'), at));
}

/** What has a menu, as cards and rows of albums, artists, playlists, folders and posts have. */
const CARDS = '.card, .row, .genre-tile, .post-card, .wish';
/** The way to what a card is of. */
const OWN_LINKS = '[data-card-stop], [aria-hidden="true"], .row-main, .card-title, [data-focus=title]';

/**
 * The menu that a card's own button opens.
 * @param {HTMLElement} card @param {Event} event @param {{ x: number, y: number }} [point]
 */
function offerOf(card, event, point) {
    const button = /** @type {HTMLElement | null} */ (
        card.querySelector('[data-track-menu], [data-card-menu], button[aria-haspopup="menu"]')
    );
    const stop = /** @type {HTMLElement | null} */ (card.querySelector('[data-card-stop]'));
    if (button && !button.matches('[data-card-menu]')) {
        event.preventDefault();
        openAt(point, () => button.click());
    } else if (button ?? stop) offer(stop ?? /** @type {HTMLElement} */ (button), event, point);
}

/** What cards offer, in the order of their menus, and the icons. */
const OFFERS = /** @type {const} */ ([
    ['.play-fab, [data-play-album], [data-play-artist]', icons.play],
    ['[data-queue-next]', icons.playNext],
    ['[data-queue-end]', icons.queue],
    ['[data-add-songs]', icons.plus],
    ['[data-move-playlist]', icons.folder],
    ['[data-radio-album], [data-radio-artist], [data-radio-genre]', icons.songRadio],
    ['[data-like]', icons.heart],
    ['a[href^="/artists/"]', icons.person],
]);

/**
 * The menu of the card or row of `stop`.
 * @param {HTMLElement} stop
 * @param {Event} event
 * @param {{ x: number, y: number }} [point]
 */
function offer(stop, event, point) {
    const card = stop.closest('.card, .row, .genre-tile');
    const others = /** @type {HTMLElement[]} */ ([...(card?.querySelectorAll('button, a[href], input') ?? [])]).filter(
        (one) => !one.matches('[data-card-menu], [data-card-stop], .row-main') && !one.closest('[aria-hidden="true"]'),
    );
    if (others.length === 0) return;
    event.preventDefault();
    const items = others
        .map((one) => ({ one, place: OFFERS.findIndex(([selector]) => one.matches(selector)) }))
        .sort((a, b) => (a.place < 0 ? OFFERS.length : a.place) - (b.place < 0 ? OFFERS.length : b.place))
        .map(({ one, place }) => ({
            label: one.getAttribute('aria-label') ?? one.textContent?.trim() ?? '',
            icon: OFFERS[place]?.[1],
            run: () => one.click(),
        }));
    const { left, bottom } = stop.getBoundingClientRect();
    openMenu(stop, items, point ?? { x: left, y: bottom + 4 });
}
