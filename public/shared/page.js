// @ts-check
// The page of shared music: for whoever has the link, without an account and without the client around it.

import { find } from '../core/dom.js';
import { clock, date } from '../core/format.js';
import { html, render } from '../core/html.js';
import { chooseLocale, currentLocale, setLocale, t } from '../core/i18n.js';
import { icons } from '../elements/icons.js';
import { illustrations } from '../elements/illustrations.js';

/** @typedef {{ id: string, title: string, artists: string[], album: string, durationMs: number }} SharedTrack */
/** @typedef {{ owner: string, description?: string, expiresAt?: string, tracks: SharedTrack[] }} Shared */

// The address holds the link's secret and nothing else: all that is shown lies below it.
const base = location.pathname.replace(/\/$/, '');
const host = find(document, '#main');

await setLocale(chooseLocale(document.documentElement.lang !== 'en' ? [document.documentElement.lang] : navigator.languages));
await show();

async function show() {
    let response;
    try {
        response = await fetch(`${base}/contents`, { credentials: 'omit' });
    } catch {
        return void message(t('states.offlineTitle'), t('errors.code.network'));
    }
    if (response.status === 429) return void message(t('states.errorTitle'), t('errors.reason.throttled'));
    if (!response.ok) return void message(t('shared.goneTitle'), t('shared.goneText'));
    draw(await response.json());
}

/** @param {string} title @param {string} text */
function message(title, text) {
    document.title = title;
    render(host, html`<div class="state" data-testid="shared-gone">${illustrations.lost}<h1 class="state-title">${title}</h1><p>${text}</p></div>`);
}

/** @param {Shared} shared */
function draw({ owner, description, expiresAt, tracks }) {
    const title = description || (tracks.length === 1 ? tracks[0].title : t('shared.title', { owner }));
    document.title = title;
    const facts = [t('shared.by', { owner }), t('count.tracks', { count: tracks.length }), expiresAt && t('tokens.until', { date: date(expiresAt, currentLocale()) })];
    render(host, html`<header class="shared-head"><img class="shared-cover" data-cover src="${coverOf(tracks[0])}" alt="" width="240" height="240">
            <div><h1 data-testid="shared-title">${title}</h1><p class="quiet">${facts.filter(Boolean).join(' · ')}</p></div></header>
        <ol class="shared-tracks">${tracks.map(row)}</ol>
        <section class="shared-player" aria-label="${t('player.label')}"><p class="shared-now" data-now aria-live="polite"></p><audio controls preload="none" data-audio data-testid="shared-audio"></audio></section>`);
    connect(tracks);
}

/** @param {SharedTrack} track @param {number} index */
function row(track, index) {
    const artists = track.artists.join(', ');
    return html`<li class="shared-track" data-row="${index}" data-testid="shared-track">
        <button type="button" class="icon-button" data-play="${index}" aria-label="${t('shared.play', { title: track.title })}">${icons.play}</button>
        <span class="shared-text"><span class="thing-title">${track.title}</span><span class="quiet">${[artists, track.album].filter(Boolean).join(' · ')}</span></span>
        <span class="shared-time">${clock(track.durationMs)}</span></li>`;
}

/** @param {SharedTrack[]} tracks */
function connect(tracks) {
    const audio = /** @type {HTMLAudioElement} */ (find(host, '[data-audio]'));
    const cover = /** @type {HTMLImageElement} */ (find(host, '[data-cover]'));
    let current = -1;
    const play = (/** @type {number} */ index) => {
        const track = tracks[index];
        if (!track) return;
        if (index === current) return void (audio.paused ? audio.play() : audio.pause());
        current = index;
        audio.src = `${base}/tracks/${encodeURIComponent(track.id)}/stream`;
        cover.src = coverOf(track);
        find(host, '[data-now]').textContent = [track.title, track.artists.join(', ')].filter(Boolean).join(' · ');
        void audio.play().catch(() => {});
    };
    const mark = () => {
        host.querySelectorAll('[data-row]').forEach((element, index) => {
            const sounds = index === current && !audio.paused;
            element.classList.toggle('is-current', index === current);
            render(find(element, '[data-play]'), sounds ? icons.pause : icons.play);
            const title = tracks[index].title;
            find(element, '[data-play]').setAttribute('aria-label', t(sounds ? 'shared.pause' : 'shared.play', { title }));
        });
    };
    for (const type of ['play', 'pause', 'emptied']) audio.addEventListener(type, mark);
    audio.addEventListener('ended', () => play(current + 1));
    // Pressed before anything was chosen, the element's own button has nothing to play.
    host.addEventListener('click', (event) => {
        const button = event.target instanceof Element ? event.target.closest('[data-play]') : null;
        if (button) play(Number(/** @type {HTMLElement} */ (button).dataset.play));
    });
    cover.addEventListener('error', () => { cover.hidden = true; });
    cover.addEventListener('load', () => { cover.hidden = false; });
    audio.src = `${base}/tracks/${encodeURIComponent(tracks[0].id)}/stream`;
    current = 0;
    mark();
}

/** @param {SharedTrack} track */
function coverOf(track) {
    return `${base}/tracks/${encodeURIComponent(track.id)}/cover?size=512`;
}
