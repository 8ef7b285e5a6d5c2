// @ts-check
// An episode in a list, with its actions.

import { api } from '../../core/api.js';
import { delegate } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { date, length } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { explicitSign } from '../../elements/music/explicit.js';
import { toast } from '../../elements/overlays/toast.js';
import { episodes } from '../../player/episodes.js';
import { leftMs, standing } from './model.js';

/** @typedef {import('../../core/types.js').Episode} Episode */

/** @param {string} id */
export const episodePath = (id) => `/podcasts/episodes/${encodeURIComponent(id)}`;

/** @param {Episode} episode */
export const isSounding = (episode) => ['playing', 'loading'].includes(episodes.stateOf(episode));

/** @param {Episode} episode */
function line(episode) {
    const locale = currentLocale();
    const left = leftMs(episode);
    const isBegun = episode.positionMs > 0;
    return [
        date(episode.publishedAt, locale),
        left !== undefined &&
            (isBegun ? t('podcasts.left', { time: length(left, locale) }) : length(episode.durationMs ?? 0, locale)),
        episode.download === 'done' && t('podcasts.onServer'),
        episode.download === 'waiting' && t('podcasts.downloading'),
        episode.download === 'failed' && t('podcasts.downloadFailed'),
    ]
        .filter(Boolean)
        .join(' · ');
}

/** @param {Episode} episode @param {{ withPodcast?: boolean }} options */
export function episodeRow(episode, { withPodcast = false } = {}) {
    const { id, title, picture, podcastTitle } = episode;
    const state = standing(episode);
    const sounds = isSounding(episode);
    const isAsked = episode.download !== undefined;
    return html`<li class="thing episode ${sounds ? 'is-current' : ''}" data-key="${id}" data-testid="episode">
        ${cover(picture, podcastTitle, { kind: 'row' })}
        <button type="button" class="icon-button is-outlined" data-play="${id}" data-focus="play"
            aria-label="${t(sounds ? 'podcasts.pauseNamed' : 'podcasts.playNamed', { name: title })}"
            data-testid="episode-play">${sounds ? icons.pause : icons.play}</button>
        <div class="thing-text"><p class="thing-title"><a href="${episodePath(id)}" dir="auto">${title}</a>
            ${explicitSign(episode)}
            ${state && html`<span class="badge ${state === 'new' ? 'is-good' : ''}">${t(`podcasts.${state}`)}</span>`}
            </p>
            <p class="thing-line">${withPodcast && html`<span dir="auto">${podcastTitle}</span> · `}${line(episode)}
            </p>
        </div>
        ${action(episode, 'played', episode.played ? 'unplayedNamed' : 'playedNamed', icons.check, episode.played)}
        ${action(episode, 'download', isAsked ? 'undownloadNamed' : 'downloadNamed', icons.download, isAsked)}
    </li>`;
}

/**
 * @param {Episode} episode @param {string} name @param {string} label @param {unknown} icon @param {boolean} isOn
 */
const action = ({ id, title }, name, label, icon, isOn) => html`<button type="button" class="icon-button"
    data-${name}="${id}" data-focus="${name}" aria-pressed="${isOn ? 'true' : 'false'}"
    aria-label="${t(`podcasts.${label}`, { name: title })}" data-testid="episode-${name}">${icon}</button>`;

/**
 * Handles the buttons of rows.
 * @param {HTMLElement} root @param {(id: string) => Episode | undefined} byID
 * @param {(id: string, changed: Partial<Episode>) => void} changed @param {AbortSignal} signal
 */
export function bindEpisodes(root, byID, changed, signal) {
    delegate(
        root,
        'click',
        '[data-play]',
        (button) => {
            const episode = byID(button.dataset.play ?? '');
            if (episode) episodes.toggle(episode);
        },
        signal,
    );
    /** @param {string} name @param {(episode: Episode, path: string) => Promise<Partial<Episode>>} act */
    const on = (name, act) =>
        delegate(
            root,
            'click',
            `[data-${name}]`,
            async (button) => {
                const episode = byID(button.dataset[name] ?? '');
                if (!episode) return;
                try {
                    changed(episode.id, await act(episode, `/episodes/${encodeURIComponent(episode.id)}`));
                } catch (error) {
                    toast(explain(error), { kind: 'error' });
                }
            },
            signal,
        );
    on('played', (episode, path) =>
        api.put(`${path}/state`, episode.played ? { played: false, positionMs: 0 } : { played: true }),
    );
    on('download', async (episode, path) => {
        if (episode.download) await api.delete(`${path}/download`);
        else await api.put(`${path}/download`);
        return { download: episode.download ? undefined : 'waiting' };
    });
    episodes.addEventListener(
        'stored',
        (event) => {
            const stored = /** @type {CustomEvent<Episode>} */ (event).detail;
            if (byID(stored.id)) changed(stored.id, stored);
        },
        { signal },
    );
}
