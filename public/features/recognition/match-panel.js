// @ts-check
// The recognized song: its data, its position in the room, and its actions.

import { find, onLeave, setText } from '../../core/dom.js';
import { clock } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { albumPath, artistLinks, names, trackPath } from '../../core/links.js';
import { may } from '../../core/session.js';
import { heart } from '../../elements/annotations/heart.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { isSure } from './outcomes.js';

/** @typedef {import('./outcomes.js').Match} Match */

/** Time past its end after which a song counts as over. */
const OVER_MS = 1500;
const TICK_MS = 500;

/** @param {Match} match @param {Match[]} others alternatives */
export function matchParts(match, others) {
    const { track } = match;
    return html`<article class="listen-match" data-match data-testid="listen-match">
        <div class="match-art">${cover(track.cover, track.album || track.title, {
            kind: 'large',
            eager: true,
            className: 'match-cover',
        })}</div>
        <div class="match-text">
            <p class="eyebrow">${t(isSure(match) ? 'recognition.matched' : 'recognition.likely')}</p>
            <h2 dir="auto" data-testid="match-title"><a href="${trackPath(track.id)}">${track.title}</a></h2>
            <p class="match-artists">${artistLinks(track.artists)}</p>
            <p class="match-album"><a href="${albumPath(track.albumId)}">${track.album}</a>${
                track.year && html`\u00a0· ${String(track.year)}`
            }</p>
            <p class="match-place" data-place data-testid="match-place"></p>
        </div>
        <section class="lyrics match-words" data-words hidden aria-label="${t('recognition.words')}"
            data-testid="match-words"></section>
        <div class="match-actions">
            <button type="button" class="button is-large is-primary" data-toggle-words
                data-testid="match-show-words">${icons.lyrics}<span data-words-label>${t('recognition.words')}</span>
                </button>
            <p class="match-note" data-words-note data-testid="match-no-words" hidden></p>
            ${
                !track.missing &&
                html`<button type="button" class="button is-large" data-play-here
                data-testid="match-play">${icons.play}${t('recognition.playHere')}</button>`
            }
            <div class="match-tools">${heart('track', track, track.title, 'is-outlined')}
                <button type="button" class="icon-button is-outlined" data-add data-testid="match-add"
                    aria-label="${t('playlists.addTo')}" title="${t('playlists.addTo')}">${icons.playlist}</button>
                ${
                    may('takePart') &&
                    html`<button type="button" class="icon-button is-outlined" data-post data-testid="match-post"
                    aria-label="${t('recognition.post')}" title="${t('recognition.post')}">${icons.board}</button>`
                }
                <button type="button" class="button" data-way="again"
                    data-testid="way-again">${icons.microphone}${t('recognition.listenAgain')}</button></div>
        </div>
        ${others.length > 0 && candidates(others)}
    </article>`;
}

/** @param {Match[]} others */
export function candidates(others) {
    return html`<section class="match-others" aria-labelledby="match-others" data-testid="match-candidates">
        <h3 id="match-others">${t('recognition.candidates')}</h3>
        <ul class="rows">${others.map(
            ({ track }, index) =>
                html`<li class="row"><button type="button" class="row-main" data-candidate="${String(index)}"
            data-testid="match-candidate">${cover(track.cover, track.album || track.title, { kind: 'row' })}<span
            class="row-text"><span class="row-title" dir="auto">${track.title}</span><span class="row-line"
            dir="auto">${names(track.artists)} · ${track.album}</span></span></button></li>`,
        )}</ul></section>`;
}

/**
 * Updates the line with the song's position in the room.
 * @param {HTMLElement} root
 * @param {Match['track']} track
 * @param {import('./room-clock.js').RoomClock} room
 * @param {AbortSignal} signal
 */
export function showPlace(root, track, room, signal) {
    const line = find(root, '[data-place]');
    const show = () => {
        const { positionMs } = room;
        const isOver = track.durationMs > 0 && positionMs > track.durationMs + OVER_MS;
        const time = { position: clock(positionMs), duration: clock(track.durationMs) };
        setText(line, isOver ? t('recognition.over') : t('recognition.place', time));
    };
    const timer = setInterval(show, TICK_MS);
    onLeave(signal, () => clearInterval(timer));
    show();
}

/**
 * Shows the lyrics in place of the picture, or hides them.
 * @param {HTMLElement} root
 * @param {boolean} isShown
 */
export function arrangeWords(root, isShown) {
    find(root, '[data-match]').classList.toggle('has-words', isShown);
    find(root, '[data-words]').hidden = !isShown;
    setText(find(root, '[data-words-label]'), t(isShown ? 'recognition.hideWords' : 'recognition.words'));
}

/**
 * Shows that there are no lyrics, and where to find some.
 * @param {HTMLElement} root
 * @param {string} text
 * @param {string | false} address false if the song has no lyrics at all
 */
export function showNoWords(root, text, address) {
    const note = find(root, '[data-words-note]');
    render(
        note,
        html`${text} ${
            address &&
            html`<a class="text-link" href="${address}" target="_blank"
            rel="noopener noreferrer">${t('lyrics.elsewhere')}</a>`
        }`,
    );
    note.hidden = false;
}

/** @param {HTMLElement} root */
export function hideNoWords(root) {
    find(root, '[data-words-note]').hidden = true;
}
