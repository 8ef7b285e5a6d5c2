// @ts-check
// A card to resume the paused track. It disappears when playback starts.

import { delegate } from '../../core/dom.js';
import { clock } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { names } from '../../core/links.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { player } from '../../player/index.js';

/** @param {HTMLElement} host @param {AbortSignal} signal */
export function bindResume(host, signal) {
    const update = () => {
        const track = player.current;
        const offered = track && player.status === 'paused' && player.positionMs > 0;
        const key = offered ? track.id : '';
        if (host.dataset.shown === key) return;
        host.dataset.shown = key;
        if (!offered) return host.replaceChildren();
        render(
            host,
            html`<section class="resume" data-testid="resume" aria-label="${t('home.resume')}">
            ${cover(track.cover, track.album || track.title, { kind: 'row', eager: true })}
            <div class="resume-text"><p class="eyebrow">${t('home.resume')}</p>
                <p class="resume-title">${track.title}</p>
            <p class="resume-line">${names(track.artists)} · ${t('home.resumeAt', {
                position: clock(player.positionMs),
                duration: clock(track.durationMs),
            })}</p></div>
            <button type="button" class="button is-primary" data-continue
                data-testid="resume-play">${icons.play}${t('home.continue')}</button>
        </section>`,
        );
    };
    delegate(host, 'click', '[data-continue]', () => player.play(), signal);
    player.addEventListener('change', update, { signal });
    player.addEventListener('queue', update, { signal });
    update();
}
