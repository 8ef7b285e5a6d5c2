// @ts-check
// The banner of the radio that fills the queue.

import { delegate, focusHeading } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { albumPath, artistPath, genrePath, trackPath } from '../../core/links.js';
import { icons } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { songRadio } from '../../player/index.js';

/** @type {Partial<Record<import('../../player/song-radio-model.js').SeedKind, (id: string) => string>>} */
const PATHS = {
    track: trackPath,
    album: albumPath,
    artist: artistPath,
    genre: genrePath,
    playlist: (id) => `/playlists/${encodeURIComponent(id)}`,
    mix: (id) => `/mixes/${encodeURIComponent(id)}`,
};

/**
 * Fills `host` while a radio plays.
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export function mountRadioBanner(host, signal) {
    const draw = () => {
        const { seed } = songRadio;
        if (!seed) return host.replaceChildren();
        const name = t('songRadio.from', { name: seed.name });
        const path = PATHS[seed.kind]?.(seed.id);
        render(
            host,
            html`<section class="queue-radio" aria-label="${t('songRadio.title')}" data-testid="queue-radio">
            <span class="queue-radio-sign">${icons.songRadio}</span>
            <div class="queue-radio-text"><p class="queue-radio-name" dir="auto">${
                path ? html`<a href="${path}">${name}</a>` : name
            }</p>
            <p class="queue-radio-line">${t('songRadio.lead')}</p></div>
            <button type="button" class="button" data-end-radio data-testid="end-radio">${t('songRadio.end')}</button>
        </section>`,
        );
    };
    songRadio.addEventListener('change', draw, { signal });
    delegate(
        host,
        'click',
        '[data-end-radio]',
        () => {
            songRadio.end();
            focusHeading(document.querySelector('main') ?? document);
            toast(t('songRadio.ended'));
        },
        signal,
    );
    draw();
}
