// @ts-check
// The cover that moves during a page transition: from the pressed card or row to the head of the page that it opens,
// and back on return. Styles give the marked element its transition name.

const MARK = 'is-shared-cover';
const HEAD = '.hero > :is(.cover, .avatar), .hero > .bone.is-cover';
/** Elements that show an item together with the link to its page. */
const CARDS = ['.card', '.row', '.genre-tile', '.own-playlist', '.post-card', '.track', '.review', '.found-row'];

/** @param {Element | null | undefined} element */
function isSeen(element) {
    if (!element) return false;
    const { top, bottom, left, right, width } = element.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
}

/**
 * The picture of a link's target: the face of a user, else the cover. An album's cover is not a picture of its artist.
 * @param {Element} link
 */
function pictureOf(link) {
    const path = link.getAttribute('href') ?? '';
    const kind = path.startsWith('/people/') ? '.avatar' : path.startsWith('/artists/') ? '.cover.is-round' : '.cover';
    return link.closest(CARDS.join())?.querySelector(kind);
}

function clear() {
    for (const one of document.querySelectorAll(`.${MARK}`)) one.classList.remove(MARK);
}

/**
 * Shows the picture of one cover on another until the other has its own: it is loaded already, only less sharp.
 * @param {Element | null | undefined} from
 * @param {Element | null | undefined} to
 */
export function carryPicture(from, to) {
    const old = from?.querySelector('img.is-loaded');
    const own = to?.querySelector('img');
    if (!old || !own || own.classList.contains('is-loaded')) return;
    const picture = /** @type {HTMLImageElement} */ (old.cloneNode());
    own.before(picture);
    own.addEventListener('load', () => setTimeout(() => picture.remove(), 600), { once: true });
}

let changes = 0;

/**
 * Marks the cover of the page that is being left.
 * @param {HTMLElement} main
 * @param {Element | undefined} pressed the link to the next page
 * @returns {{ arrive(from: string): void, end(): void }} `arrive` marks the counterpart on the next page, if there is
 *   one; `from` is the path that was left. `end` removes the marks, unless another change has begun.
 */
export function shareCover(main, pressed) {
    clear();
    const change = ++changes;
    const card = pressed && pictureOf(pressed);
    const head = main.querySelector(HEAD);
    const source = isSeen(card) ? card : !pressed && isSeen(head) ? head : undefined;
    source?.classList.add(MARK);
    return {
        arrive(from) {
            clear();
            if (!source) return;
            const back = main.querySelector(CARDS.map((name) => `${name} a[href="${CSS.escape(from)}"]`).join());
            const target = source === head ? back && pictureOf(back) : main.querySelector(HEAD);
            if (!isSeen(target)) return;
            target?.classList.add(MARK);
            carryPicture(source, target);
        },
        end() {
            if (change === changes) clear();
        },
    };
}
