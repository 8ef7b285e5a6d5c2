// @ts-check
// A track's lyrics. Timed lyrics follow the music, and a click on a line plays from there.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { attribute, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { steered as player } from '../../player/steered.js';
import { saveMenu } from './files.js';
import { rightsLine } from './lookup.js';
import { lastBegun, lineAt, pieces, wholeText } from './model.js';

/** @typedef {import('../../core/types.js').Lyrics} Lyrics */

/**
 * The playback position that lyrics follow.
 * @typedef {object} Place
 * @property {() => number | undefined} positionMs undefined while the track is not playing here
 * @property {(update: () => void, signal?: AbortSignal) => void} listen calls `update` as the position changes
 */

/** How long the panel does not scroll by itself after the user has scrolled. */
const REST_MS = 4000;

/**
 * @param {string} track
 * @param {AbortSignal} [signal]
 * @returns {Promise<Lyrics[]>}
 */
export async function fetchLyrics(track, signal) {
    return (await api.get(`/tracks/${encodeURIComponent(track)}/lyrics`, { signal })).items;
}

/**
 * The player's position in a track.
 * @param {string} id the track's ID
 * @returns {Place}
 */
const playerPlace = (id) => ({
    positionMs: () => (player.current?.id === id ? player.positionMs : undefined),
    listen: (update, signal) => {
        player.addEventListener('time', update, { signal });
        player.addEventListener('change', update, { signal });
    },
});

/**
 * Shows the lyrics `all` of the track `id`.
 * @param {HTMLElement} root
 * @param {object} content
 * @param {string} content.id
 * @param {Lyrics[]} content.all
 * @param {(ms: number) => void} content.seek plays from a position
 * @param {Place} [content.place] the position to follow; by default the player's
 * @param {string} [content.hint] how to use lyrics that follow the music
 * @param {boolean} [content.isPreview] whether the lyrics are an unsaved draft, which has no file
 * @param {AbortSignal} content.signal ends the view
 */
export function showLyrics(root, { id, all, seek, place = playerPlace(id), hint, isPreview = false, signal }) {
    let shown = 0;
    let current = -2;
    let isNew = true;
    let touched = -REST_MS;

    const draw = () => {
        const lyrics = all[shown];
        render(
            root,
            html`<div class="lyrics-head"><h2>${t('track.lyrics')}</h2>
            ${
                all.length > 1 &&
                html`<label class="lyrics-choice inline-select"><span
                class="visually-hidden">${t('lyrics.version')}</span><select data-version
                data-testid="lyrics-version">${all.map(
                    (one, index) =>
                        html`<option value="${String(index)}"
                ${attribute('selected', index === shown)}>${name(one, index)}</option>`,
                )}</select></label>`
            }${
                !isPreview &&
                html`${editLink(id)}<button type="button" class="icon-button" data-save aria-haspopup="menu"
                aria-label="${t('lyrics.download')}" title="${t('lyrics.download')}"
                data-testid="lyrics-download">${icons.down}</button>`
            }</div>
            ${hint && lyrics.synced && html`<p class="lyrics-hint">${hint}</p>`}
            <div class="lyrics-lines${lyrics.synced ? ' is-synced' : ''}" data-lines lang="${lyrics.language ?? ''}"
                data-testid="lyrics-lines">
            ${
                lyrics.synced
                    ? html`<ol>${lyrics.lines.map(
                          (line, index) =>
                              html`<li><button type="button" class="lyrics-line" data-line="${String(index)}"
                        tabindex="-1" dir="auto">${pieces(line).map((piece) =>
                            piece.startMs === undefined
                                ? piece.text
                                : html`<span data-word="${String(piece.startMs)}">${piece.text}</span>`,
                        )}${
                            line.background && html`<small class="lyrics-background">${line.background.text}</small>`
                        }</button></li>`,
                      )}</ol>`
                    : html`<p class="long-text" dir="auto">${lyrics.lines.map(wholeText).join('\n')}</p>`
            }</div>${rightsLine(lyrics)}`,
        );
        current = -2;
        isNew = true;
        update();
    };

    /** @param {number} index */
    const button = (index) => /** @type {HTMLElement | null} */ (root.querySelector(`[data-line="${index}"]`));

    const update = () => {
        const lyrics = all[shown];
        if (!lyrics.synced) return;
        const position = place.positionMs();
        const line = position === undefined ? -1 : lineAt(lyrics.lines, position);
        if (position !== undefined && line >= 0) {
            for (const word of button(line)?.querySelectorAll('[data-word]') ?? []) {
                word.classList.toggle('is-sung', Number(/** @type {HTMLElement} */ (word).dataset.word) <= position);
            }
        }
        if (line === current) return;
        current = line;
        for (const one of root.querySelectorAll('.lyrics-line.is-heard')) {
            one.classList.remove('is-heard');
            one.removeAttribute('aria-current');
        }
        const active = button(line);
        active?.classList.add('is-heard');
        active?.setAttribute('aria-current', 'true');
        // One line is in the tab order; the arrow keys move on from there.
        if (!root.contains(document.activeElement)) offer(active ?? button(0));
        // Lyrics opened between two lines start at the previous line.
        const aim = active ?? (isNew && position !== undefined ? button(lastBegun(lyrics.lines, position)) : null);
        if (aim && performance.now() - touched > REST_MS) reveal(aim);
        isNew = false;
    };

    /** @param {HTMLElement | null} target */
    const offer = (target) => {
        for (const one of root.querySelectorAll('.lyrics-line[tabindex="0"]')) one.setAttribute('tabindex', '-1');
        target?.setAttribute('tabindex', '0');
    };

    /** @param {HTMLElement} line */
    const reveal = (line) => {
        const box = find(root, '[data-lines]');
        const calm = isNew || matchMedia('(prefers-reduced-motion: reduce)').matches;
        const top = line.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
        box.scrollTo({ top: top - box.clientHeight / 2 + line.offsetHeight / 2, behavior: calm ? 'auto' : 'smooth' });
    };

    for (const type of ['wheel', 'touchmove', 'pointerdown'])
        root.addEventListener(
            type,
            () => {
                touched = performance.now();
            },
            { signal, passive: true },
        );
    delegate(
        root,
        'click',
        '[data-line]',
        (element) => {
            offer(element);
            touched = -REST_MS;
            seek(all[shown].lines[Number(element.dataset.line)].startMs ?? 0);
        },
        signal,
    );
    delegate(root, 'click', '[data-save]', (button) => saveMenu(button, id, shown, all[shown].synced), signal);
    delegate(
        root,
        'change',
        '[data-version]',
        (element) => {
            shown = Number(/** @type {HTMLSelectElement} */ (element).value);
            draw();
            find(root, '[data-version]').focus();
        },
        signal,
    );
    delegate(
        root,
        'keydown',
        '[data-line]',
        (element, event) => {
            const by = { ArrowDown: 1, ArrowUp: -1 }[/** @type {KeyboardEvent} */ (event).key];
            const next = by === undefined ? null : button(Number(element.dataset.line) + by);
            if (by === undefined) return;
            event.preventDefault();
            event.stopPropagation();
            if (!next) return;
            touched = performance.now();
            offer(next);
            next.focus();
        },
        signal,
    );
    place.listen(update, signal);
    draw();
}

/**
 * A link to the lyrics editor.
 * @param {string} track
 */
export const editLink = (track) =>
    may('takePart') &&
    html`<a class="icon-button" href="/tracks/${encodeURIComponent(track)}/lyrics" aria-label="${t('lyrics.edit')}"
        title="${t('lyrics.edit')}" data-testid="lyrics-edit">${icons.edit}</a>`;

/** @param {Lyrics} lyrics @param {number} index */
function name(lyrics, index) {
    return [
        lyrics.language?.toUpperCase() ?? t('lyrics.number', { number: String(index + 1) }),
        t(lyrics.synced ? 'lyrics.synced' : 'lyrics.plain'),
        t(`lyrics.sources.${lyrics.source}`),
    ].join(' · ');
}
