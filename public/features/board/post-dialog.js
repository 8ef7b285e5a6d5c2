// @ts-check
// "Post a song": find one, say something about it if wanted, and put it on today's board.

import { announce } from '../../core/announce.js';
import { api, ApiError, isAbort } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { names } from '../../core/links.js';
import { formError, handleForm } from '../../elements/forms/form.js';
import { icons, spinner } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */

const PAUSE_MS = 500;

/**
 * @param {() => void} posted
 * @param {TrackItem} [song] that is chosen already
 */
export function openPostDialog(posted, song) {
    const { dialog, close, closed } = openDialog({
        title: t('board.post'),
        testid: 'post-dialog',
        wide: true,
        body: html`<div class="dialog-body song-picker">
            <div data-finding>
                <div class="search-box" role="search"><span class="search-icon" data-indicator>${icons.search}</span>
                    <input type="search" data-query placeholder="${t('board.searchSong')}"
                        aria-label="${t('board.searchSong')}" aria-controls="found-songs" autocomplete="off"
                        spellcheck="false" maxlength="200" enterkeyhint="search" data-testid="post-search"></div>
                <div class="song-results" id="found-songs" data-results aria-busy="false"
                    data-testid="post-results"></div>
            </div>
            <form class="form" data-chosen hidden>
                <div data-song></div>
                <div class="field"><label for="post-caption">${t('board.caption')}</label>
                    <textarea id="post-caption" name="caption" rows="3" maxlength="280"
                        aria-describedby="post-caption-note" data-testid="post-caption"></textarea>
                    <p class="field-hint" id="post-caption-note" data-note
                        data-hint="${t('board.captionHint')}">${t('board.captionHint')}</p></div>
                ${formError}
                <div class="dialog-actions"><button type="button" class="button"
                    data-back>${t('board.another')}</button><button type="submit" class="button is-primary"
                    data-testid="post-send">${t('board.postThis')}</button></div>
            </form>
        </div>`,
    });
    const finding = find(dialog, '[data-finding]');
    const form = /** @type {HTMLFormElement} */ (find(dialog, '[data-chosen]'));
    const input = /** @type {HTMLInputElement} */ (find(dialog, '[data-query]'));
    /** @type {TrackItem | undefined} */
    let chosen;
    const choose = (/** @type {TrackItem} */ track) => {
        chosen = track;
        render(find(form, '[data-song]'), html`<div class="song-row is-chosen">${songParts(track)}</div>`);
        finding.hidden = true;
        form.hidden = false;
        find(form, 'textarea').focus();
    };
    const search = bindSearch(dialog, input, choose);
    if (song) choose(song);
    find(form, '[data-back]').addEventListener('click', () => {
        form.hidden = true;
        finding.hidden = false;
        input.focus();
    });
    handleForm(form, async ({ caption }) => {
        if (!chosen) return;
        try {
            await api.post('/board/today', { trackId: chosen.id, ...(caption ? { caption } : {}) });
        } catch (error) {
            // Posted from another device meanwhile: the board shows it.
            if (!(error instanceof ApiError) || error.reason !== 'already_posted') throw error;
            close();
            posted();
            return toast(explain(error), { kind: 'error' });
        }
        close();
        toast(t('board.posted'));
        posted();
    });
    void closed.then(() => search.cancel());
}

/**
 * @param {HTMLElement} dialog
 * @param {HTMLInputElement} input
 * @param {(track: TrackItem) => void} choose
 */
function bindSearch(dialog, input, choose) {
    const results = find(dialog, '[data-results]');
    /** @type {TrackItem[]} */
    let tracks = [];
    const busy = (/** @type {boolean} */ on) => {
        results.setAttribute('aria-busy', String(on));
        render(find(dialog, '[data-indicator]'), on ? spinner : icons.search);
    };
    const search = debounced(PAUSE_MS, async (/** @type {string} */ query, signal) => {
        busy(true);
        if (tracks.length === 0) render(results, rowsSkeleton(4));
        try {
            ({ tracks } = await api.get('/search', { query: { q: query, limit: 20 }, signal }));
            render(
                results,
                tracks.length > 0
                    ? html`<ul class="song-list">${tracks.map(songRow)}</ul>`
                    : emptyState({
                          art: 'search',
                          title: t('search.noneTitle', { query }),
                          text: t('search.noneText'),
                      }),
            );
            announce(
                tracks.length > 0 ? t('search.found', { count: tracks.length }) : t('search.noneTitle', { query }),
            );
            busy(false);
        } catch (error) {
            if (isAbort(error) || signal.aborted) return;
            busy(false);
            render(results, html`<p class="form-error" role="alert">${explain(error)}</p>`);
        }
    });
    const start = () => {
        search.cancel();
        tracks = [];
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
    delegate(results, 'click', '[data-song-index]', (button) => choose(tracks[Number(button.dataset.songIndex)]));
    start();
    return search;
}

/**
 * Arrow keys go from song to song, and from the first back to the field.
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

/** @param {TrackItem} track @param {number} index */
function songRow(track, index) {
    return html`<li><button type="button" class="song-row" data-song-index="${index}"
        data-testid="post-song">${songParts(track)}</button></li>`;
}

/** @param {TrackItem} track */
function songParts(track) {
    return html`${cover(track.cover, track.album || track.title, { kind: 'row', color: track.colors })}<span
        class="song-text"><span class="song-title" dir="auto">${track.title}</span><span class="song-line"
        dir="auto">${names(track.artists)} · ${track.album}</span></span>`;
}
