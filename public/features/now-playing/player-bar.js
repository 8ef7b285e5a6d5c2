// @ts-check
// The player bar: the current track, buttons, position and volume. It is outside <main> and is drawn once.

import { announce } from '../../core/announce.js';
import { find, style } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { onLocaleChange, t } from '../../core/i18n.js';
import { albumPath, artistLinks, names } from '../../core/links.js';
import { heart } from '../../elements/annotations/heart.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { bindScrubber, scrubber } from '../../elements/playback/scrubber.js';
import { bindTransport, transport, volumeControl } from '../../elements/playback/transport.js';
import { choice, steered as player } from '../../player/steered.js';
import { devicesButton, elsewhereLine } from '../devices/button.js';
import { queueButton } from '../queue/panel.js';

class PlayerBar extends HTMLElement {
    /** @type {AbortController | undefined} */
    #drawn;
    #shown = '';
    #announced = '';
    /** @type {import('../../elements/music/waveform-model.js').View} */
    #view = { fromMs: 0, toMs: 0 };
    /** @type {{ place: (view: import('../../elements/music/waveform-model.js').View) => void } | undefined} */
    #moments;

    connectedCallback() {
        this.#draw();
        onLocaleChange(() => this.#draw());
        player.addEventListener('change', () => this.update());
        player.addEventListener('queue', () => this.update());
        player.addEventListener('time', () => {
            const duration = player.durationMs;
            style(this, { progress: `${duration > 0 ? (player.positionMs / duration) * 100 : 0}%` });
        });
    }

    #draw() {
        this.#drawn?.abort();
        this.#drawn = new AbortController();
        this.#shown = '';
        render(
            this,
            html`<section class="player-bar" aria-label="${t('player.label')}" data-testid="player-bar">
            <div class="player-track" data-track></div>
            <div class="player-center">${transport('player')}${scrubber('player-seek')}</div>
            <div class="player-side">
                ${devicesButton('player-devices')}${queueButton()}${volumeControl('player-volume')}
                <a class="icon-button" href="/now-playing" aria-label="${t('player.open')}" title="${t('player.open')}"
                    data-testid="player-open">${icons.up}</a>
            </div>
        </section>`,
        );
        bindTransport(this, this.#drawn.signal, player);
        this.#moments = undefined;
        bindScrubber(this, this.#drawn.signal, player, {
            onView: (view) => {
                this.#view = view;
                this.#moments?.place(view);
            },
        });
        this.update();
    }

    /** Moments load with the first song. */
    async #showMoments() {
        const { signal } = /** @type {AbortController} */ (this.#drawn);
        if (this.#moments) return;
        this.#moments = { place: () => {} };
        const { bindBarMoments } = await import('../moments/bar.js');
        if (signal.aborted) return;
        this.#moments = bindBarMoments(this, player, signal);
        this.#moments.place(this.#view);
    }

    update() {
        const track = player.current;
        // Playback works without moments.
        if (track) void this.#showMoments().catch(() => void (this.#moments = undefined));
        const isEmpty = !track && !this.hasAttribute('data-station');
        document.documentElement.classList.toggle('has-player', !isEmpty && !this.hidden);
        this.toggleAttribute('data-empty', isEmpty);
        this.dataset.status = player.status;
        this.toggleAttribute('data-elsewhere', choice.name !== '');
        const shown = track ? `${track.id} ${choice.name}` : '';
        if (shown === this.#shown) return this.#say();
        this.#shown = shown;
        render(
            find(this, '[data-track]'),
            track
                ? html`
            <a class="player-cover" href="/now-playing"
                aria-label="${t('player.open')}">${cover(track.cover, track.album || track.title, {
                    kind: 'row',
                    eager: true,
                    color: track.colors,
                })}</a>
            <div class="player-text">
                <a class="player-title" dir="auto" href="${albumPath(track.albumId)}"
                    data-testid="player-title">${track.title}</a>
                <span class="player-artists">${artistLinks(track.artists)}</span>${elsewhereLine()}
            </div>${heart('track', track, track.title)}`
                : html`<p class="player-idle">${t('player.nothing')}</p>`,
        );
        this.#say();
    }

    /** Announces a new track once it plays. */
    #say() {
        const track = player.current;
        if (!track || player.status !== 'playing' || this.#announced === track.id) return;
        this.#announced = track.id;
        announce(t('player.nowPlaying', { title: track.title, artist: names(track.artists) }));
    }
}

customElements.define('rondo-player-bar', PlayerBar);
