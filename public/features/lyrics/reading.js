// @ts-check
// The lyrics of the current track in large type. They highlight the current line word by word, show another language
// below each line, and follow the player from track to track.

import { delegate, find, style } from '../../core/dom.js';
import { everyFrame } from '../../core/frames.js';
import { attribute, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { stayAwake } from '../../core/wake-lock.js';
import { icons } from '../../elements/icons.js';
import { steered as player } from '../../player/steered.js';
import { saveMenu } from './files.js';
import { offerFullScreen } from './full-screen.js';
import { lastBegun, lineAt } from './model.js';
import { editLink } from './panel.js';
import { sharePicture } from './picture.js';
import { otherLanguages, readingLines } from './reading-lines.js';
import { followWords } from './words.js';

/** @typedef {import('./panel.js').Lyrics} Lyrics */

/** In rem. The smallest size still counts as large text in WCAG, so dimmed lines need a contrast of only 3:1. */
const SIZES = [1.3, 1.7, 2.2, 2.8, 3.6];
const MOST_LINES = 6;
/** How long the lines do not scroll by themselves after the user has scrolled. */
const REST_MS = 4000;

/**
 * @param {HTMLElement} host
 * @param {AbortSignal} signal ends the view
 */
export function mountReading(host, signal) {
    render(
        host,
        html`<div class="reading-head">
        <label class="inline-select" data-others hidden><span class="visually-hidden">${t('reading.translation')}</span>
            <select data-other data-testid="reading-other"></select></label>
        <span class="reading-tools" role="group" aria-label="${t('reading.tools')}">
        <button type="button" class="icon-button" data-size="-1" aria-label="${t('reading.smaller')}"
            title="${t('reading.smaller')}">A−</button>
        <button type="button" class="icon-button" data-size="1" aria-label="${t('reading.larger')}"
            title="${t('reading.larger')}" data-testid="reading-larger">A+</button>
        <button type="button" class="icon-button" data-full aria-label="${t('reading.fullScreen')}" hidden
            title="${t('reading.fullScreen')}" data-testid="reading-full-screen">${icons.expand}</button>
        <span class="reading-tools" data-of-words hidden>
        <button type="button" class="icon-button" data-share aria-pressed="false" aria-label="${t('reading.share')}"
            title="${t('reading.share')}" data-testid="reading-share">${icons.share}</button>
        <button type="button" class="icon-button" data-save aria-haspopup="menu" aria-label="${t('lyrics.download')}"
            title="${t('lyrics.download')}">${icons.download}</button><span data-edit-link></span></span></span></div>
        <p class="reading-pick" data-pick hidden>${t('reading.pick')} <button type="button" class="button is-small"
            data-make data-testid="reading-make">${t('reading.make')}</button></p>
        <div class="reading-lines" data-lines tabindex="-1" data-testid="reading"></div>`,
    );
    const box = find(host, '[data-lines]');
    /** @type {Lyrics[]} */
    let all = [];
    let track = player.current;
    let size = preferences.get('readingSize', innerWidth < 1440 ? 1 : 2);
    let under = 1;
    let shown = -2;
    let touched = -REST_MS;
    let isPicking = false;
    /** @type {Set<number>} */
    const picked = new Set();
    /** @type {AbortController | undefined} ends the view of the current track's lyrics */
    let following;

    const line = (/** @type {number} */ index) =>
        /** @type {HTMLElement | null} */ (box.querySelector(`[data-line="${index}"]`));
    const head = () => {
        style(host, { size: `${SIZES[size]}rem` });
        find(host, '[data-others]').hidden = true;
        find(host, '[data-of-words]').hidden = all.length === 0;
        render(find(host, '[data-edit-link]'), html`${track && editLink(track.id)}`);
        shown = -2;
    };
    const draw = () => {
        head();
        const others = otherLanguages(all);
        find(host, '[data-others]').hidden = others.length === 0;
        render(
            find(host, '[data-other]'),
            html`<option value="0">${t('reading.nothing')}</option>${others.map(
                (one, index) => html`<option value="${String(index + 1)}"
                ${attribute('selected', index + 1 === under)}>${one.language ?? one.kind}</option>`,
            )}`,
        );
        box.classList.toggle('is-synced', all[0].synced);
        render(box, readingLines(all[0], others[under - 1]));
        offer(line(0));
        update();
    };
    /**
     * Puts one line into the tab order; the arrow keys move on from there.
     * @param {HTMLElement | null} target
     */
    const offer = (target) => {
        for (const one of box.querySelectorAll('[data-line][tabindex="0"]')) one.setAttribute('tabindex', '-1');
        target?.setAttribute('tabindex', '0');
    };
    // Drops the previous track's lyrics, and loads those of the current track.
    const follow = () => {
        following?.abort();
        following = new AbortController();
        all = [];
        head();
        pick(false);
        if (!track) return render(box, html`<p class="lyrics-state">${t('lyrics.none')}</p>`);
        void followWords(box, {
            track,
            head: html``,
            show: (found) => {
                all = found;
                pick(false);
                draw();
            },
            // @ts-expect-error TypeScript 4.8 does not know it.
            signal: AbortSignal.any([following.signal, signal]),
        });
    };
    /** @param {HTMLElement} target */
    const reveal = (target) => {
        const calm = shown === -2 || matchMedia('(prefers-reduced-motion: reduce)').matches;
        const top = target.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
        const middle = top - (box.clientHeight - target.offsetHeight) / 2;
        box.scrollTo({ top: middle, behavior: calm ? 'auto' : 'smooth' });
    };
    const update = () => {
        const [main] = all;
        if (!main?.synced) return;
        const { positionMs } = player;
        const index = lineAt(main.lines, positionMs);
        const active = line(index);
        for (const word of active?.querySelectorAll('[data-word]') ?? [])
            word.classList.toggle('is-sung', Number(/** @type {HTMLElement} */ (word).dataset.word) <= positionMs);
        if (index === shown) return;
        for (const one of box.querySelectorAll('.is-heard')) {
            one.classList.remove('is-heard');
            one.removeAttribute('aria-current');
        }
        active?.classList.add('is-heard');
        active?.setAttribute('aria-current', 'true');
        if (active && !box.contains(document.activeElement)) offer(active);
        // Lyrics opened between two lines start at the previous line.
        const aim = active ?? (shown === -2 ? line(lastBegun(main.lines, positionMs)) : null);
        if (aim && performance.now() - touched > REST_MS) reveal(aim);
        shown = index;
    };
    /** @param {boolean} on */
    const pick = (on) => {
        isPicking = on;
        picked.clear();
        find(host, '[data-share]').setAttribute('aria-pressed', String(on));
        find(host, '[data-pick]').hidden = !on;
        for (const one of box.querySelectorAll('[data-line]')) one.removeAttribute('aria-pressed');
    };
    /** @param {HTMLElement} button */
    const press = (button) => {
        const index = Number(button.dataset.line);
        offer(button);
        if (isPicking) {
            if (picked.has(index)) picked.delete(index);
            else if (picked.size < MOST_LINES) picked.add(index);
            button.setAttribute('aria-pressed', String(picked.has(index)));
            return;
        }
        const { startMs } = all[0].lines[index];
        if (startMs === undefined) return;
        touched = -REST_MS;
        player.seek(startMs);
        if (!player.isPlaying) player.play();
    };
    const on = (/** @type {string} */ selector, /** @type {(element: HTMLElement) => void} */ run, type = 'click') =>
        delegate(host, type, selector, run, signal);

    on('[data-size]', (button) => {
        size = Math.max(0, Math.min(SIZES.length - 1, size + Number(button.dataset.size)));
        preferences.set({ readingSize: size });
        style(host, { size: `${SIZES[size]}rem` });
    });
    on(
        '[data-other]',
        (select) => {
            under = Number(/** @type {HTMLSelectElement} */ (select).value);
            draw();
        },
        'change',
    );
    on('[data-share]', () => pick(!isPicking));
    on('[data-save]', (button) => track && all[0] && saveMenu(button, track.id, 0, all[0].synced));
    on('[data-make]', () => {
        const lines = [...picked].sort((a, b) => a - b).map((index) => all[0].lines[index].text);
        if (track && lines.length > 0) sharePicture(track, lines, all[0].rights?.copyright);
    });
    on('[data-line]', press);
    delegate(
        box,
        'keydown',
        '[data-line]',
        (element, event) => {
            const by = { ArrowDown: 1, ArrowUp: -1 }[/** @type {KeyboardEvent} */ (event).key];
            if (by === undefined || /** @type {KeyboardEvent} */ (event).shiftKey) return;
            event.preventDefault();
            const next = line(Number(element.dataset.line) + by);
            if (!next) return;
            touched = performance.now();
            offer(next);
            next.focus();
        },
        signal,
    );
    for (const type of ['wheel', 'touchmove'])
        box.addEventListener(
            type,
            () => {
                touched = performance.now();
            },
            { signal, passive: true },
        );
    const changed = () => {
        if (player.current?.id === track?.id) return;
        track = player.current;
        follow();
    };
    player.addEventListener('change', changed, { signal });
    player.addEventListener('queue', changed, { signal });
    stayAwake(signal);
    offerFullScreen(find(host, '[data-full]'), signal);
    everyFrame(() => player.isPlaying, update, signal);
    follow();
}
