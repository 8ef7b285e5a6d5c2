// @ts-check
// Now Playing, an overlay over any page: the cover, the lyrics, the queue, and the player's buttons.

import { delegate, find, setText } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { albumPath, artistLinks, names } from '../../core/links.js';
import { closeOverlay } from '../../core/navigate.js';
import { carryPicture } from '../../core/shared-cover.js';
import { heart } from '../../elements/annotations/heart.js';
import { stars } from '../../elements/annotations/stars.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { explicitSign } from '../../elements/music/explicit.js';
import { fill } from '../../elements/music/tint.js';
import { onGestures } from '../../elements/overlays/gestures.js';
import { bindScrubber, scrubber } from '../../elements/playback/scrubber.js';
import { bindTransport, transport, volumeControl } from '../../elements/playback/transport.js';
import { emptyState } from '../../elements/states/states.js';
import { steered as player } from '../../player/steered.js';
import { devicesButton } from '../devices/button.js';
import { bindStageMoments } from '../moments/stage.js';
import { whyItem } from '../song-radio/why.js';
import { bindSoundButton, soundButton } from '../sound/sheet.js';
import { trackMenu } from '../track/menu.js';
import { bindVisual, visualFrame } from '../visuals/view.js';
import { bindFaces, facePanels, faceTabs } from './faces.js';
import { bindQuality, qualityButton } from './quality.js';

const frame = () =>
    html`<section class="stage" role="dialog" aria-modal="true" aria-labelledby="stage-title" data-stage
        data-testid="now-playing">
    <header class="stage-head">
        <button type="button" class="icon-button" data-leave data-testid="stage-close"
            aria-label="${t('player.close')}" title="${t('player.close')}">${icons.down}</button>
        ${faceTabs()}
        <button type="button" class="icon-button" data-stage-menu data-testid="stage-menu" aria-haspopup="menu"
            aria-label="${t('tracks.more')}" title="${t('tracks.more')}">${icons.more}</button>
    </header>
    ${facePanels()}
    ${visualFrame()}
    <div class="stage-text"><span class="stage-small-cover" data-small-art></span>
        <div class="stage-names"><h1 id="stage-title" dir="auto" data-title data-testid="stage-title"></h1>
            <p class="stage-line" data-line-of-song></p></div>
        <span data-heart></span>
    </div>
    <div class="stage-deck">
        ${scrubber('stage-seek', { zooms: true })}
        <div class="stage-rating" data-rating-of-song></div>
        ${transport('stage')}
        <div class="stage-tools">${devicesButton('stage-devices')}${soundButton()}${qualityButton()}${volumeControl(
            'stage-volume',
        )}</div>
    </div>
    <div class="stage-nothing" data-nothing></div>
</section>`;

/** Gets the focus when the stage closes and its opener is gone. Each song redraws the bar. */
export const opener = () => /** @type {HTMLElement | null} */ (document.querySelector('#player-bar .player-cover'));

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export function mount(root, { setTitle, signal }) {
    render(root, frame());
    const stage = find(root, '[data-stage]');
    bindTransport(stage, signal, player);
    const moments = bindStageMoments(find(stage, '.stage-deck .scrubber'), player, signal);
    bindScrubber(find(stage, '.stage-deck'), signal, player, { zooms: true, place: 'stage', onView: moments.place });
    bindVisual(stage, signal);
    bindQuality(stage, signal);
    bindSoundButton(stage, signal);
    const { turn } = bindFaces(stage, signal);
    onGestures(stage, { close: closeOverlay, turn }, signal);
    delegate(stage, 'click', '[data-leave]', closeOverlay, signal);
    delegate(
        stage,
        'click',
        '[data-stage-menu]',
        (button) => trackMenu(button, player.current, undefined, whyItem(player.queue.entries[player.queue.index])),
        signal,
    );
    document.addEventListener(
        'keydown',
        (event) => {
            // An open menu or dialog handles Escape itself.
            const isOther = document.querySelector('dialog[open], [role=menu]') !== null;
            if (event.key === 'Escape' && !event.defaultPrevented && !isOther) closeOverlay();
        },
        { signal },
    );

    /** @type {string | undefined} */
    let shown;
    const update = () => {
        const track = player.current;
        stage.classList.toggle('is-playing', player.isPlaying);
        if (shown === (track?.id ?? '')) return;
        stage.classList.toggle('is-fresh', shown !== undefined);
        shown = track?.id ?? '';
        stage.classList.toggle('is-empty', !track);
        find(stage, '[data-stage-menu]').hidden = !track;
        setText(find(stage, '[data-title]'), track ? track.title : t('player.nothing'));
        setTitle(track ? `${track.title} – ${names(track.artists)}` : t('player.nowPlayingTitle'));
        light(stage, track);
        if (track) showSong(stage, track);
        else showNothing(stage);
    };
    player.addEventListener('change', update, { signal });
    player.addEventListener('queue', update, { signal });
    update();
}

/**
 * Fills the stage with a song's colors. The previous colors stay below until the new ones appear.
 * @param {HTMLElement} stage
 * @param {import('../../core/types.js').TrackItem | undefined} track
 */
function light(stage, track) {
    const before = stage.querySelectorAll('.stage-light');
    const layer = document.createElement('div');
    layer.className = before.length > 0 ? 'stage-light is-new' : 'stage-light';
    layer.setAttribute('aria-hidden', 'true');
    fill(layer, track?.colors, track ? track.album || track.title : '');
    stage.querySelector('.stage-head')?.before(layer);
    layer.addEventListener('animationend', ({ animationName }) => {
        if (animationName === 'appear') for (const one of before) one.remove();
    });
}

/** @param {HTMLElement} stage @param {import('../../core/types.js').TrackItem} track */
function showSong(stage, track) {
    find(stage, '[data-nothing]').replaceChildren();
    render(
        find(stage, '[data-art]'),
        cover(track.cover, track.album || track.title, {
            kind: 'stage',
            eager: true,
            className: 'stage-cover',
            color: track.colors,
        }),
    );
    carryPicture(opener(), stage.querySelector('.stage-cover'));
    render(
        find(stage, '[data-small-art]'),
        cover(track.cover, track.album || track.title, { kind: 'row', eager: true, color: track.colors }),
    );
    render(
        find(stage, '[data-line-of-song]'),
        html`${explicitSign(track)}<span class="stage-artists">${artistLinks(track.artists)}</span>
        <span class="stage-album">· <a href="${albumPath(track.albumId)}">${track.album}</a>${
            track.year ? html` · ${String(track.year)}` : ''
        }</span>`,
    );
    render(find(stage, '[data-heart]'), heart('track', track, track.title));
    render(find(stage, '[data-rating-of-song]'), stars('track', track));
}

/** @param {HTMLElement} stage */
function showNothing(stage) {
    for (const part of ['art', 'small-art', 'line-of-song', 'heart', 'rating-of-song'])
        find(stage, `[data-${part}]`).replaceChildren();
    render(
        find(stage, '[data-nothing]'),
        emptyState({
            art: 'record',
            title: t('player.nothing'),
            text: t('queue.emptyText'),
            action: html`<a class="button is-primary" href="/library/albums">${t('actions.browse')}</a>`,
        }),
    );
}
