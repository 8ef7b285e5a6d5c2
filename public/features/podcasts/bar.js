// @ts-check
// The episode in the player bar in place of the track. Active from the first podcast page on.

import { delegate } from '../../core/dom.js';
import { clock } from '../../core/format.js';
import { html } from '../../core/html.js';
import { onLocaleChange, t } from '../../core/i18n.js';
import { icons, spinner } from '../../elements/icons.js';
import { barFace } from '../../elements/music/bar-face.js';
import { cover } from '../../elements/music/cover.js';
import { episodes } from '../../player/episodes.js';
import { episodePath, isSounding } from './row.js';

const BACK_MS = 15_000;
const ON_MS = 30_000;

function showEpisodeInBar() {
    const { bar, show } = barFace('player-episode');
    const draw = () => show(episodes.episode && face(episodes.episode));
    episodes.addEventListener('change', draw);
    episodes.addEventListener('time', () => {
        const place = bar.querySelector('[data-episode-time]');
        if (place) place.textContent = times();
    });
    onLocaleChange(draw);
    delegate(bar, 'click', '[data-episode-toggle]', () => episodes.episode && episodes.toggle(episodes.episode));
    delegate(bar, 'click', '[data-episode-stop]', () => episodes.stop());
    delegate(bar, 'click', '[data-episode-back]', () => episodes.seekBy(-BACK_MS));
    delegate(bar, 'click', '[data-episode-on]', () => episodes.seekBy(ON_MS));
    draw();
}

const times = () => `${clock(episodes.positionMs)} / ${clock(episodes.durationMs)}`;

/** @param {import('../../core/types.js').Episode} episode */
function face(episode) {
    const { id, title, podcastTitle, picture } = episode;
    const { state } = episodes;
    const icon = state === 'loading' ? spinner : state === 'playing' ? icons.pause : icons.play;
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {unknown} */ shown) =>
        html`<button type="button" class="icon-button" data-episode-${name} aria-label="${t(label)}"
            data-testid="player-episode-${name}">${shown}</button>`;
    return html`<a class="player-cover" href="${episodePath(id)}" aria-label="${t('podcasts.open')}">${cover(
        picture,
        podcastTitle,
        { kind: 'row', eager: true },
    )}</a>
    <div class="player-text"><a class="player-title" dir="auto" href="${episodePath(id)}">${title}</a>
        <span class="player-artists">${
            state === 'failed' ? html`<span role="status">${t('podcasts.failed')}</span>` : podcastTitle
        } · <span data-episode-time>${times()}</span></span></div>
    ${button('back', 'podcasts.back15', icons.undo)}
    <button type="button" class="play-button" data-episode-toggle data-testid="player-episode-toggle"
        aria-label="${t(isSounding(episode) ? 'podcasts.pause' : 'podcasts.play')}">${icon}</button>
    ${button('on', 'podcasts.on30', icons.redo)}${button('stop', 'podcasts.stop', icons.close)}`;
}

// Every podcast page imports this module, and a module runs once.
showEpisodeInBar();
