// @ts-check
// A search within a form that picks a track or an album of the library.

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

/** @typedef {{ kind: 'track'|'album', id: string, title: string, line: string, cover?: string }} Choice */

const PAUSE_MS = 500;

/** @param {string} query the initial search text */
export function musicPicker(query) {
    return html`<div data-music-picker><div class="search-box"
        role="search"><span class="search-icon" data-indicator>${icons.search}</span>
            <input type="search" data-query value="${query}" placeholder="${t('shelf.findMusic')}"
                aria-label="${t('shelf.findMusic')}" aria-controls="picked-music" autocomplete="off" spellcheck="false"
                maxlength="200" enterkeyhint="search" data-testid="music-search"></div>
        <div class="song-results is-short" id="picked-music" data-results role="radiogroup"
            aria-label="${t('shelf.found')}" aria-busy="false" data-testid="music-results"></div></div>`;
}

/**
 * @param {ParentNode} root
 * @param {(choice: Choice | undefined) => void} chosen
 */
export function bindMusicPicker(root, chosen) {
    const picker = find(root, '[data-music-picker]');
    const input = /** @type {HTMLInputElement} */ (find(picker, '[data-query]'));
    const results = find(picker, '[data-results]');
    /** @type {Choice[]} */
    let choices = [];
    const search = debounced(PAUSE_MS, async (/** @type {string} */ query, signal) => {
        results.setAttribute('aria-busy', 'true');
        render(find(picker, '[data-indicator]'), spinner);
        try {
            const { tracks, albums } = await api.get('/search', { query: { q: query, limit: 10 }, signal });
            choices = [...tracks.map(trackChoice), ...albums.map(albumChoice)];
            render(
                results,
                choices.length > 0
                    ? html`<ul class="song-list">${choices.map(row)}</ul>`
                    : html`<p class="field-hint">${t('search.noneTitle', { query })}</p>`,
            );
            announce(t('search.found', { count: choices.length }));
            chosen(undefined);
        } catch (error) {
            if (isAbort(error) || signal.aborted) return;
            render(results, html`<p class="form-error" role="alert">${explain(error)}</p>`);
        } finally {
            if (!signal.aborted) {
                results.setAttribute('aria-busy', 'false');
                render(find(picker, '[data-indicator]'), icons.search);
            }
        }
    });
    input.addEventListener('input', () => {
        const text = input.value.trim();
        if (text) return search.later(text);
        search.cancel();
        choices = [];
        results.replaceChildren();
        chosen(undefined);
    });
    input.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        if (input.value.trim()) void search.now(input.value.trim());
    });
    delegate(results, 'change', '[data-choice]', (radio) => chosen(choices[Number(radio.dataset.choice)]));
    if (input.value.trim()) void search.now(input.value.trim());
    return search;
}

/** @param {import('../../core/types.js').TrackItem} track @returns {Choice} */
const trackChoice = (track) => ({
    kind: 'track',
    id: track.id,
    title: track.title,
    line: `${names(track.artists)} · ${track.album}`,
    cover: track.cover,
});

/** @param {import('../../core/types.js').AlbumItem} album @returns {Choice} */
const albumChoice = (album) => ({
    kind: 'album',
    id: album.id,
    title: album.name,
    line: `${t('album.kind')} · ${names(album.albumArtists)}`,
    cover: album.cover,
});

/** @param {Choice} choice @param {number} index */
function row(choice, index) {
    return html`<li><label class="song-row"><input type="radio" name="music" value="${choice.kind}:${choice.id}"
        data-choice="${index}" data-testid="music-choice">${cover(choice.cover, choice.title, { kind: 'row' })}<span
        class="song-text"><span class="song-title" dir="auto">${choice.title}</span><span class="song-line"
        dir="auto">${choice.line}</span></span></label></li>`;
}
