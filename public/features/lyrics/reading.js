// @ts-check
// Reading along: the words of what plays over the whole screen, word by word, with another language under each line.

import { delegate, find, style } from '../../core/dom.js';
import { everyFrame } from '../../core/frames.js';
import { attribute, fragment, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { stayAwake } from '../../core/wake-lock.js';
import { icons } from '../../elements/icons.js';
import { player } from '../../player/index.js';
import { rightsLine } from './lookup.js';
import { lineAt, pieces } from './model.js';
import { sharePicture } from './picture.js';
import { followWords } from './words.js';

/** @typedef {import('../../core/types.js').Lyrics} Lyrics */

const SIZES = [1.3, 1.7, 2.2, 2.8, 3.6];
const MOST_LINES = 6;
/** How long the lines stay where a hand has scrolled them. */
const REST_MS = 4000;

/** Opens it over everything else; it follows the player from song to song until it is closed. */
export function openReading() {
    document.body.append(
        fragment(html`<dialog class="reading" data-testid="reading" aria-label="${t('reading.open')}">
        <header class="reading-head"><p class="reading-title" data-title></p><label class="inline-select" data-others
            hidden><span class="visually-hidden">${t('reading.translation')}</span><select data-other
            data-testid="reading-other"></select></label>
        <button type="button" class="icon-button" data-size="-1" aria-label="${t('reading.smaller')}">A−</button>
        <button type="button" class="icon-button" data-size="1" aria-label="${t('reading.larger')}"
            data-testid="reading-larger">A+</button>
        <button type="button" class="icon-button" data-share aria-pressed="false" aria-label="${t('reading.share')}"
            title="${t('reading.share')}" data-testid="reading-share">${icons.share}</button>
        <button type="button" class="icon-button" data-leave aria-label="${t('reading.close')}"
            data-testid="reading-close">${icons.close}</button></header>
        <p class="reading-pick" data-pick hidden>${t('reading.pick')} <button type="button" class="button is-small"
            data-make data-testid="reading-make">${t('reading.make')}</button></p>
        <div class="reading-lines" data-lines tabindex="-1"></div></dialog>`),
    );
    const dialog = /** @type {HTMLDialogElement} */ (document.body.lastElementChild);
    const leaving = new AbortController();
    const { signal } = leaving;
    const box = find(dialog, '[data-lines]');
    /** @type {Lyrics[]} */
    let all = [];
    let track = player.current;
    let size = preferences.get('readingSize', 1);
    let under = 1;
    let shown = -2;
    let touched = -REST_MS;
    let isPicking = false;
    /** @type {Set<number>} */
    const picked = new Set();
    /** @type {AbortController | undefined} of the song that is followed */
    let following;

    const head = () => {
        find(dialog, '[data-title]').textContent = track?.title ?? '';
        style(dialog, { size: `${SIZES[size]}rem` });
        find(dialog, '[data-others]').hidden = true;
        shown = -2;
    };
    const draw = () => {
        head();
        const [main] = all;
        // A file beside the music is in a language of its own, and says no more of its kind.
        const others = all
            .slice(1)
            .filter((one) => one.source === main.source && (one.kind !== 'main' || one.language !== main.language));
        const other = others[under - 1];
        find(dialog, '[data-others]').hidden = others.length === 0;
        render(
            find(dialog, '[data-other]'),
            html`<option value="0">${t('reading.nothing')}</option>${others.map(
                (one, index) => html`<option value="${String(index + 1)}"
                ${attribute('selected', index + 1 === under)}>${one.language ?? one.kind}</option>`,
            )}`,
        );
        const voices = main.agents.filter((one) => one.role !== 'background').map((one) => one.id);
        render(
            box,
            html`<ol lang="${main.language ?? ''}">${main.lines.map((line, index) => {
                const below = other?.synced
                    ? other.lines.find((one) => one.startMs === line.startMs)
                    : other?.lines[index];
                const isSecond = voices.indexOf(line.agent ?? '') > 0;
                return html`<li><button type="button" class="reading-line${isSecond ? ' is-second' : ''}"
                    data-line="${String(index)}" dir="auto">${pieces(line).map((piece) =>
                        piece.startMs === undefined
                            ? piece.text
                            : html`<span data-word="${String(piece.startMs)}">${piece.text}</span>`,
                    )}${line.background && html`<small>${line.background.text}</small>`}${
                        below?.text && html`<small lang="${other.language ?? ''}" dir="auto">${below.text}</small>`
                    }</button></li>`;
            })}</ol>${rightsLine(main)}`,
        );
    };
    // The words of the song before do not follow the song that plays now.
    const follow = () => {
        following?.abort();
        following = new AbortController();
        all = [];
        head();
        pick(false);
        if (!track) return render(box, html`<p class="reading-none">${t('lyrics.none')}</p>`);
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
    const update = () => {
        const [main] = all;
        if (!main?.synced) return;
        const { positionMs } = player;
        const index = lineAt(main.lines, positionMs);
        const line = /** @type {HTMLElement | null} */ (box.querySelector(`[data-line="${index}"]`));
        for (const word of line?.querySelectorAll('[data-word]') ?? [])
            word.classList.toggle('is-sung', Number(/** @type {HTMLElement} */ (word).dataset.word) <= positionMs);
        if (index === shown) return;
        shown = index;
        for (const one of box.querySelectorAll('.is-heard')) {
            one.classList.remove('is-heard');
            one.removeAttribute('aria-current');
        }
        line?.classList.add('is-heard');
        line?.setAttribute('aria-current', 'true');
        const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
        if (line && performance.now() - touched > REST_MS)
            line.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' });
    };
    /** @param {boolean} on */
    const pick = (on) => {
        isPicking = on;
        picked.clear();
        find(dialog, '[data-share]').setAttribute('aria-pressed', String(on));
        find(dialog, '[data-pick]').hidden = !on;
        for (const one of box.querySelectorAll('[data-line]')) one.removeAttribute('aria-pressed');
    };

    delegate(dialog, 'click', '[data-leave]', () => dialog.close(), signal);
    delegate(
        dialog,
        'click',
        '[data-size]',
        (button) => {
            size = Math.max(0, Math.min(SIZES.length - 1, size + Number(button.dataset.size)));
            preferences.set({ readingSize: size });
            style(dialog, { size: `${SIZES[size]}rem` });
        },
        signal,
    );
    delegate(
        dialog,
        'change',
        '[data-other]',
        (select) => {
            under = Number(/** @type {HTMLSelectElement} */ (select).value);
            draw();
        },
        signal,
    );
    delegate(dialog, 'click', '[data-share]', () => pick(!isPicking), signal);
    delegate(
        dialog,
        'click',
        '[data-make]',
        () => {
            const lines = [...picked].sort((a, b) => a - b).map((index) => all[0].lines[index].text);
            if (track && lines.length > 0) sharePicture(track, lines, all[0].rights?.copyright);
        },
        signal,
    );
    delegate(
        dialog,
        'click',
        '[data-line]',
        (button) => {
            const index = Number(button.dataset.line);
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
    player.addEventListener(
        'change',
        () => {
            if (player.current?.id === track?.id) return;
            track = player.current;
            follow();
        },
        { signal },
    );
    addEventListener('popstate', () => dialog.close(), { signal });
    dialog.addEventListener('close', () => {
        leaving.abort();
        dialog.remove();
    });
    stayAwake(signal);
    dialog.showModal();
    box.focus();
    everyFrame(() => player.isPlaying, update, signal);
    follow();
}
