// @ts-check
// One episode: its player with speed and silence skipping, its chapters, and its transcript.

import { api } from '../../core/api.js';
import { delegate, find, setText, style } from '../../core/dom.js';
import { clock, date, spokenTime } from '../../core/format.js';
import { attribute, html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons, spinner } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { explicitSign } from '../../elements/music/explicit.js';
import { errorState } from '../../elements/states/states.js';
import { episodes } from '../../player/episodes.js';
import './bar.js';
import { partAt, RATES } from './model.js';
import { isSounding } from './row.js';

/** @typedef {import('../../core/types.js').Episode} Episode */
/** @typedef {import('./model.js').Chapter} Chapter */
/** @typedef {import('./model.js').TranscriptLine} TranscriptLine */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { params, setTitle, signal }) {
    const path = `/episodes/${encodeURIComponent(params.id)}`;
    /** @type {Episode} */
    const fetched = await api.get(path, { signal });
    if (signal.aborted) return;
    const episode = episodes.episode?.id === fetched.id ? episodes.episode : fetched;
    setTitle(episode.title);
    render(
        root,
        html`<div class="page is-narrow"><header class="page-head podcast-head">${cover(
            episode.picture,
            episode.podcastTitle,
            { eager: true },
        )}
            <div class="podcast-facts"><h1 dir="auto">${episode.title}${explicitSign(episode)}</h1>
                <p class="quiet"><a href="/podcasts/${encodeURIComponent(episode.podcastId)}"
                    dir="auto">${episode.podcastTitle}</a> · ${date(episode.publishedAt, currentLocale())}</p></div>
            </header>
        ${controls()}
        <section data-chapters aria-labelledby="chapters-title"></section>
        <p class="podcast-text" dir="auto">${episode.text}</p>
        <section data-transcript aria-labelledby="transcript-title"></section></div>`,
    );
    const follow = player(root, episode, signal);
    await Promise.all([
        episode.hasChapters && parts(root, 'chapters', `${path}/chapters`, follow, signal, chapterRow),
        episode.hasTranscript && parts(root, 'transcript', `${path}/transcript`, follow, signal, transcriptRow),
    ]);
}

const controls = () => html`<div class="episode-controls">
    <button type="button" class="play-button" data-toggle data-testid="episode-toggle"></button>
    <input type="range" class="slider" min="0" step="1000" data-place aria-label="${t('podcasts.position')}"
        data-testid="episode-place"><span data-times></span>
    <div class="field"><label for="episode-rate">${t('podcasts.rate')}</label>
        <select id="episode-rate" data-rate data-testid="episode-rate">${RATES.map(
        (rate) =>
            html`<option value="${rate}" ${attribute('selected', rate === episodes.rate)}>${rate}×</option>`,
    )}</select></div>
    <label class="switch"><input type="checkbox" role="switch" data-silence data-testid="episode-silence"
        ${attribute('checked', episodes.skipsSilence)}><span>${t('podcasts.silence')}</span></label></div>`;

/**
 * Binds the controls.
 * @param {HTMLElement} root @param {Episode} episode @param {AbortSignal} signal
 * @returns {{ onPlace(listener: (ms: number) => void): void, go(ms: number): void }}
 */
function player(root, episode, signal) {
    const slider = /** @type {HTMLInputElement} */ (find(root, '[data-place]'));
    const isOpen = () => episodes.episode?.id === episode.id;
    /** @type {((ms: number) => void)[]} */
    const listeners = [];
    const draw = () => {
        const state = episodes.stateOf(episode);
        const button = find(root, '[data-toggle]');
        const sounds = isSounding(episode);
        button.setAttribute('aria-label', t(sounds ? 'podcasts.pause' : 'podcasts.play'));
        render(button, html`${state === 'loading' ? spinner : sounds ? icons.pause : icons.play}`);
        place();
    };
    const place = () => {
        const ms = isOpen() ? episodes.positionMs : episode.positionMs;
        const all = isOpen() ? episodes.durationMs : (episode.durationMs ?? 0);
        slider.max = String(Math.max(all, 1));
        slider.value = String(ms);
        style(slider, { fill: `${all ? (100 * ms) / all : 0}%` });
        slider.setAttribute('aria-valuetext', spokenTime(ms, currentLocale()));
        setText(find(root, '[data-times]'), `${clock(ms)} / ${clock(all)}`);
        for (const listener of listeners) listener(ms);
    };
    const go = (/** @type {number} */ ms) => {
        if (isOpen()) return episodes.seek(ms);
        episode.positionMs = ms;
        episodes.toggle(episode);
    };
    delegate(root, 'click', '[data-toggle]', () => episodes.toggle(episode), signal);
    slider.addEventListener('input', () => {
        if (isOpen()) episodes.seek(Number(slider.value));
        else episode.positionMs = Number(slider.value);
        place();
    });
    find(root, '[data-rate]').addEventListener('change', (event) =>
        episodes.setRate(Number(/** @type {HTMLSelectElement} */ (event.target).value)),
    );
    find(root, '[data-silence]').addEventListener('change', (event) =>
        episodes.setSkipsSilence(/** @type {HTMLInputElement} */ (event.target).checked),
    );
    delegate(root, 'click', '[data-at]', (button) => go(Number(button.dataset.at)), signal);
    episodes.addEventListener('change', draw, { signal });
    episodes.addEventListener('time', () => isOpen() && place(), { signal });
    draw();
    return {
        onPlace: (listener) => {
            listeners.push(listener);
            place();
        },
        go,
    };
}

/**
 * Shows the chapters or the transcript, and marks the current part.
 * @template {{ startMs: number }} Part
 * @param {HTMLElement} root @param {'chapters' | 'transcript'} name @param {string} path
 * @param {ReturnType<typeof player>} follow @param {AbortSignal} signal @param {(part: Part) => unknown} row
 */
async function parts(root, name, path, follow, signal, row) {
    const host = find(root, `[data-${name}]`);
    try {
        /** @type {{ items: Part[] }} */
        const { items } = await api.get(path, { signal });
        if (signal.aborted || items.length === 0) return;
        render(
            host,
            html`<h2 id="${name}-title">${t(`podcasts.${name}`)}</h2>
                <ol class="episode-parts" data-testid="episode-${name}">${items.map(row)}</ol>`,
        );
        const rows = host.querySelectorAll('[data-at]');
        let heard = -1;
        follow.onPlace((ms) => {
            const at = partAt(items, ms);
            if (at === heard) return;
            rows[heard]?.removeAttribute('aria-current');
            rows[at]?.setAttribute('aria-current', 'true');
            heard = at;
        });
    } catch (error) {
        if (signal.aborted) return;
        render(host, html`<h2 id="${name}-title">${t(`podcasts.${name}`)}</h2>${errorState(error)}`);
    }
}

/** @param {Chapter} chapter */
const chapterRow = ({ startMs, title }) => html`<li><button type="button" data-at="${startMs}"><span
    class="quiet">${clock(startMs)}</span> <span dir="auto">${title || t('podcasts.untitled')}</span></button></li>`;

/** @param {TranscriptLine} line */
const transcriptRow = ({ startMs, text, speaker }) => html`<li><button type="button" data-at="${startMs}"><span
    class="quiet">${clock(startMs)}</span> <span dir="auto">${
        speaker && html`<b>${speaker}:</b> `
    }${text}</span></button></li>`;
