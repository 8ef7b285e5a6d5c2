// @ts-check
// The search for a song to post: the library's tracks, and below them results from the outside catalog.

import { announce } from '../../core/announce.js';
import { api, isAbort } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { names } from '../../core/links.js';
import { icons, spinner } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { apart, picturePath, searchOutside } from '../outside/model.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('../outside/model.js').OutsideSong} OutsideSong */
/** @typedef {{ track?: TrackItem, outside?: OutsideSong }} Choice either a track or an outside song */

const PAUSE_MS = 500;

/**
 * @param {HTMLElement} dialog
 * @param {HTMLInputElement} input
 * @param {(choice: Choice) => void} choose
 */
export function bindSongSearch(dialog, input, choose) {
    const results = find(dialog, '[data-results]');
    /** @type {Choice[]} */
    let own = [];
    /** @type {Choice[]} */
    let others = [];
    let isOff = false;
    // Returns none if the outside catalog is off or fails. The library's tracks show anyway.
    const searchOthers = async (/** @type {string} */ query, /** @type {AbortSignal} */ signal) => {
        if (isOff) return [];
        try {
            const { state, items } = await searchOutside(query, signal);
            isOff = state === 'off';
            return items;
        } catch {
            return [];
        }
    };
    const busy = (/** @type {boolean} */ on) => {
        results.setAttribute('aria-busy', String(on));
        render(find(dialog, '[data-indicator]'), on ? spinner : icons.search);
    };
    const search = debounced(PAUSE_MS, async (/** @type {string} */ query, signal) => {
        busy(true);
        if (own.length + others.length === 0) render(results, rowsSkeleton(4));
        try {
            const outside = searchOthers(query, signal);
            const { tracks } = await api.get('/search', { query: { q: query, limit: 20 }, signal });
            own = tracks.map((/** @type {TrackItem} */ track) => ({ track }));
            others = [];
            render(
                results,
                html`${
                    own.length > 0
                        ? html`<ul class="song-list">${own.map(songRow)}</ul>`
                        : html`<div data-no-own>${emptyState({
                              art: 'search',
                              title: t('search.noneTitle', { query }),
                              text: t('search.noneText'),
                          })}</div>`
                }<section class="song-others" data-others></section>`,
            );
            announce(own.length > 0 ? t('search.found', { count: own.length }) : t('search.noneTitle', { query }));
            const found = apart(await outside, new Set(tracks.map((/** @type {TrackItem} */ { id }) => id)));
            if (signal.aborted) return;
            showOthers(found);
            busy(false);
        } catch (error) {
            if (isAbort(error) || signal.aborted) return;
            busy(false);
            render(results, html`<p class="form-error" role="alert">${explain(error)}</p>`);
        }
    });
    const showOthers = (/** @type {OutsideSong[]} */ songs) => {
        if (songs.length === 0) return;
        // An outside song that the library already has is posted as its track.
        others = songs.map((song) => (song.track ? { track: song.track } : { outside: song }));
        const none = /** @type {HTMLElement | null} */ (results.querySelector('[data-no-own]'));
        if (none) none.hidden = true;
        render(
            find(results, '[data-others]'),
            html`<h3>${t('outside.title')}</h3><ul class="song-list">${others.map((choice, index) =>
                songRow(choice, own.length + index),
            )}</ul>`,
        );
        announce(t('outside.found', { count: songs.length }));
    };
    const start = () => {
        search.cancel();
        own = [];
        others = [];
        busy(false);
        render(results, emptyState({ art: 'record', title: t('board.startTitle'), text: t('board.startText') }));
    };
    input.addEventListener('input', () => {
        const text = input.value.trim();
        if (text) search.later(text);
        else start();
    });
    input.addEventListener('keydown', (event) => {
        if (event.key === 'Enter') {
            event.preventDefault();
            if (input.value.trim()) void search.now(input.value.trim());
        } else if (event.key === 'ArrowDown') {
            event.preventDefault();
            results.querySelector('button')?.focus();
        }
    });
    results.addEventListener('keydown', (event) => moveAlong(event, results, input));
    delegate(results, 'click', '[data-song-index]', (button) =>
        choose([...own, ...others][Number(button.dataset.songIndex)]),
    );
    start();
    return search;
}

/**
 * The arrow keys move between songs, and from the first song back to the field.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} results
 * @param {HTMLElement} input
 */
function moveAlong(event, results, input) {
    const buttons = /** @type {HTMLElement[]} */ ([...results.querySelectorAll('[data-song-index]')]);
    const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowDown: Math.min(at + 1, buttons.length - 1), ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[
        event.key
    ];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    (buttons[to] ?? input).focus();
}

/** @param {Choice} choice @param {number} index */
function songRow(choice, index) {
    return html`<li><button type="button" class="song-row" data-song-index="${index}"
        data-testid="${choice.outside ? 'post-outside-song' : 'post-song'}">${songParts(choice)}</button></li>`;
}

/** @param {Choice} choice */
export function songParts({ track, outside }) {
    const { title = '', album } = track ?? outside ?? {};
    const artist = track ? names(track.artists) : outside?.artist;
    const picture = outside?.hasPicture ? picturePath(outside.id) : track?.cover;
    return html`${cover(picture, album || title, { kind: 'row', color: track?.colors })}<span
        class="song-text"><span class="song-title" dir="auto">${title}</span><span class="song-line"
        dir="auto">${[artist, album].filter(Boolean).join(' · ')}</span></span>${
            outside && html`<span class="outside-mark">${icons.link}${t('outside.mark')}</span>`
        }`;
}
