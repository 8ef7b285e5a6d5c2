// @ts-check
// The public page of shared music. It needs the link, but no account and no client.

import { announce } from '../../core/announce.js';
import { delegate, find } from '../../core/dom.js';
import { clock, date } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { chooseLocale, currentLocale, setLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { tint } from '../../elements/music/tint.js';
import { bindScrubber, scrubber } from '../../elements/playback/scrubber.js';
import { bindTransport, transport, volumeControl } from '../../elements/playback/transport.js';
import { illustrations } from '../../elements/states/illustrations.js';
import { connectMediaSession } from '../../player/media-session.js';
import { troubleOf } from '../../player/playback-failures.js';
import { Player } from '../../player/player.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/**
 * @typedef {{ id: string, title: string, artists: string[], album: string, durationMs: number,
 *   colors?: import('../../elements/music/tint.js').CoverColor[] }} SharedTrack
 */
/**
 * @typedef {{ owner: string, title: string, kind: 'track'|'album'|'playlist'|'mix', artists: string[],
 *   expiresAt?: string, tracks: SharedTrack[] }} Shared
 */

// The path ends with the link's secret. All requests go below it.
const base = location.pathname.replace(/\/$/, '');
const host = find(document, '#main');
const page = new AbortController();

await setLocale(
    chooseLocale(document.documentElement.lang !== 'en' ? [document.documentElement.lang] : navigator.languages),
);
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
    render(
        host,
        html`${brand()}<div class="state" data-testid="shared-gone">${illustrations.lost}<h1
            class="state-title">${title}</h1><p>${text}</p></div>`,
    );
}

function brand() {
    return html`<p class="shared-brand"><img src="/favicon.svg" alt="" width="28" height="28">Rondo</p>`;
}

/** @param {Shared} shared */
function draw({ owner, title, kind, artists, expiresAt, tracks }) {
    document.title = title;
    tint(document.documentElement, tracks[0].colors, title);
    const length = title.length > 48 ? 'is-long' : title.length > 22 ? 'is-medium' : '';
    const facts = [
        t('shared.by', { owner }),
        kind !== 'track' && t('count.tracks', { count: tracks.length }),
        clock(tracks.reduce((sum, track) => sum + track.durationMs, 0)),
        expiresAt && t('tokens.until', { date: date(expiresAt, currentLocale()) }),
    ];
    render(
        host,
        html`${brand()}
        <header class="hero">
            <img class="shared-cover hero-cover" data-cover src="${coverOf(tracks[0].id)}" alt=""
                width="240" height="240">
            <div class="hero-text">
                <p class="eyebrow">${t(`shared.kind.${kind}`)}</p>
                <h1 class="${length}" dir="auto" data-testid="shared-title">${title}</h1>
                ${
                    artists.length > 0 &&
                    html`<p class="hero-lines"><span class="hero-artists" dir="auto">${artists.join(', ')}</span></p>`
                }
                <p class="hero-lines">${facts.filter(Boolean).map((fact) => html`<span>${fact}</span>`)}</p>
                <div class="hero-actions"><button type="button" class="button is-primary is-large" data-all
                    data-testid="shared-play">${icons.play}${t('actions.play')}</button></div>
            </div>
        </header>
        <ol class="shared-tracks">${tracks.map((track, index) => row(track, index))}</ol>
        <p class="shared-problem" role="alert" data-problem></p>
        <section class="shared-player" aria-label="${t('player.label')}">
            <p class="shared-now"><span class="thing-title" dir="auto" data-title></span><span class="quiet" dir="auto"
                data-artists></span></p>
            <div class="player-center">${transport('shared-player')}${scrubber('shared-seek')}</div>
            ${volumeControl('shared-volume')}
        </section>`,
    );
    connect(tracks);
}

/** @param {SharedTrack} track @param {number} index */
function row(track, index) {
    return html`<li class="shared-track" data-row data-testid="shared-track">
        <button type="button" class="icon-button" data-play="${index}"
            aria-label="${t('shared.play', { title: track.title })}">${icons.play}</button>
        <span class="shared-text"><span class="thing-title" dir="auto">${track.title}</span><span class="quiet"
            dir="auto">${[track.artists.join(', '), track.album].filter(Boolean).join(' · ')}</span></span>
        <span class="shared-time">${clock(track.durationMs)}</span></li>`;
}

/** @param {SharedTrack[]} shared */
function connect(shared) {
    const tracks = /** @type {TrackItem[]} */ (
        /** @type {unknown} */ (shared.map((track) => ({ ...track, artists: track.artists.map((name) => ({ name })) })))
    );
    const player = new Player(
        [
            /** @type {HTMLAudioElement} */ (find(document, '#deck-a')),
            /** @type {HTMLAudioElement} */ (find(document, '#deck-b')),
        ],
        {
            source: (track) => streamOf(track.id),
            diagnose: async (track) =>
                troubleOf(
                    await fetch(streamOf(track.id), { method: 'HEAD', credentials: 'omit' }).then(
                        (reply) => reply.status,
                        () => 0,
                    ),
                ),
        },
    );
    const indexOf = (/** @type {TrackItem | undefined} */ track) => tracks.findIndex(({ id }) => id === track?.id);
    const play = (/** @type {number} */ index) => {
        if (index === indexOf(player.current)) player.toggle();
        else player.playTracks(tracks, index);
    };
    const problem = find(host, '[data-problem]');
    const cover = /** @type {HTMLImageElement} */ (find(host, '[data-cover]'));

    player.restore(tracks, 0, 0);
    bindTransport(host, page.signal, player);
    bindScrubber(host, page.signal, player, { waveform: ({ id }) => waveformOf(id) });
    connectMediaSession(player);
    delegate(host, 'click', '[data-play]', (button) => play(Number(button.dataset.play)), page.signal);
    delegate(host, 'click', '[data-all]', () => player.toggle(), page.signal);
    let shown = -1;
    const update = () => {
        const index = indexOf(player.current);
        const { title, artists } = tracks[index] ?? { title: '', artists: [] };
        host.querySelectorAll('[data-row]').forEach((element, place) => {
            const sounds = place === index && player.isPlaying;
            element.classList.toggle('is-current', place === index);
            face(
                find(element, '[data-play]'),
                sounds,
                t(sounds ? 'shared.pause' : 'shared.play', { title: tracks[place].title }),
            );
        });
        const all = find(host, '[data-all]');
        if (all.dataset.face !== String(player.isPlaying))
            render(
                all,
                player.isPlaying ? html`${icons.pause}${t('player.pause')}` : html`${icons.play}${t('actions.play')}`,
            );
        all.dataset.face = String(player.isPlaying);
        if (player.status === 'playing') problem.textContent = '';
        if (index === shown) return;
        if (shown >= 0) announce(t('player.nowPlaying', { title, artist: artists.map(({ name }) => name).join(', ') }));
        shown = index;
        find(host, '[data-title]').textContent = title;
        find(host, '[data-artists]').textContent = artists.map(({ name }) => name).join(', ');
        cover.src = coverOf(tracks[index].id);
    };
    player.addEventListener('change', update);
    player.addEventListener('queue', update);
    player.addEventListener('problem', (event) => {
        const { track, trouble } = /** @type {CustomEvent<{ track: TrackItem, trouble: string }>} */ (event).detail;
        if (trouble !== 'blocked') problem.textContent = t('shared.failed', { title: track.title });
    });
    cover.addEventListener('error', () => {
        cover.hidden = true;
    });
    cover.addEventListener('load', () => {
        cover.hidden = false;
    });
    update();
}

/** @param {HTMLElement} button @param {boolean} sounds @param {string} label */
function face(button, sounds, label) {
    if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label);
    if (button.dataset.face === String(sounds)) return;
    render(button, sounds ? icons.pause : icons.play);
    button.dataset.face = String(sounds);
}

/**
 * Uses the permission of the link.
 * @param {string} id
 * @returns {Promise<import('../../elements/music/waveform-model.js').Waveform>}
 */
async function waveformOf(id) {
    const answer = await fetch(`${base}/tracks/${encodeURIComponent(id)}/waveform`, { credentials: 'omit' });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
}

/** @param {string} id */
function streamOf(id) {
    return `${base}/tracks/${encodeURIComponent(id)}/stream`;
}

/** @param {string} id */
function coverOf(id) {
    return `${base}/tracks/${encodeURIComponent(id)}/cover?size=512`;
}
