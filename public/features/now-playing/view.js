// @ts-check
// The big screen: cover, words, buttons, and what comes next.

import { delegate, find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { sizedImage } from '../../core/images.js';
import { albumPath, artistLinks, names } from '../../core/links.js';
import { goBack } from '../../core/navigate.js';
import { heart } from '../../elements/annotations/heart.js';
import { stars } from '../../elements/annotations/stars.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { tint } from '../../elements/music/tint.js';
import { emptyState } from '../../elements/states/states.js';
import { player } from '../../player/index.js';
import { openReading } from '../lyrics/reading.js';
import { showWords } from '../lyrics/words.js';
import { trackMenu } from '../track/menu.js';
import { bindScrubber, scrubber } from './scrubber.js';
import { onPullDown } from './swipe.js';
import { bindTransport, transport, volumeControl } from './transport.js';

/** Whether the words are to be seen, on this visit. */
let wanted = false;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export function mount(root, { setTitle, signal }) {
    render(
        root,
        html`<div class="stage" data-stage data-testid="now-playing">
        <div class="stage-light" data-light aria-hidden="true"></div>
        <header class="stage-head">
            <button type="button" class="icon-button" data-leave data-testid="stage-close"
                aria-label="${t('player.close')}" title="${t('player.close')}">${icons.down}</button>
            <p class="eyebrow">${t('player.nowPlayingTitle')}</p>
            <button type="button" class="icon-button" data-stage-menu data-testid="stage-menu" aria-haspopup="menu"
                aria-label="${t('tracks.more')}" title="${t('tracks.more')}">${icons.more}</button>
        </header>
        <div class="stage-inner">
            <div class="stage-art"><div class="stage-picture" data-art></div>
                <section class="lyrics stage-lyrics" data-lyrics hidden data-testid="stage-lyrics"></section></div>
            <div class="stage-panel">
                <div class="stage-text" data-text></div>
                ${scrubber('stage-seek')}
                ${transport('stage')}
                <div class="stage-tools">${volumeControl('stage-volume')}<button type="button" class="button" data-words
                    hidden aria-pressed="false"
                    data-testid="stage-words">${icons.lyrics}${t('track.lyrics')}</button><button type="button"
                    class="icon-button"
                    data-reading hidden aria-label="${t('reading.open')}" title="${t('reading.open')}"
                    data-testid="stage-reading">${icons.up}</button></div>
                <div class="stage-next" data-next-up></div>
            </div>
        </div>
    </div>`,
    );
    const stage = find(root, '[data-stage]');
    bindTransport(root, signal, player);
    bindScrubber(root, signal, player);
    delegate(root, 'click', '[data-jump]', (button) => player.jump(Number(button.dataset.jump)), signal);
    let shown = '';
    let upcoming = '';
    /** @type {AbortController | undefined} */
    let panel;

    const arrange = () => {
        const isShown = wanted && player.current !== undefined;
        find(root, '[data-words]').setAttribute('aria-pressed', String(isShown));
        stage.classList.toggle('has-words', isShown);
        find(root, '[data-lyrics]').hidden = !isShown;
        find(root, '[data-reading]').hidden = !player.current;
    };
    /** @param {import('../../core/types.js').TrackItem} track */
    const words = (track) => {
        panel?.abort();
        const own = new AbortController();
        panel = own;
        find(root, '[data-words]').hidden = false;
        arrange();
        void showWords(find(root, '[data-lyrics]'), {
            track,
            // @ts-expect-error TypeScript 4.8 does not know it.
            signal: AbortSignal.any([own.signal, signal]),
            seek: (ms) => {
                player.seek(ms);
                if (!player.isPlaying) player.play();
            },
        });
    };
    delegate(
        root,
        'click',
        '[data-words]',
        () => {
            wanted = !wanted;
            arrange();
        },
        signal,
    );

    delegate(root, 'click', '[data-reading]', openReading, signal);

    const leave = () => goBack('/');
    delegate(root, 'click', '[data-leave]', leave, signal);
    delegate(root, 'click', '[data-stage-menu]', (button) => trackMenu(button, player.current), signal);
    document.addEventListener(
        'keydown',
        (event) => {
            // A menu or a dialog closes itself first.
            if (
                event.key === 'Escape' &&
                !event.defaultPrevented &&
                !document.querySelector('dialog[open], [role=menu]')
            )
                leave();
        },
        { signal },
    );
    onPullDown(stage, stage, leave, signal);

    const update = () => {
        const track = player.current;
        stage.classList.toggle('is-playing', player.status === 'playing');
        stage.classList.toggle('is-empty', !track);
        find(root, '[data-stage-menu]').hidden = !track;
        if (!track) {
            shown = '';
            panel?.abort();
            find(root, '[data-words]').hidden = true;
            arrange();
            setTitle(t('player.nowPlayingTitle'));
            return render(
                find(root, '[data-text]'),
                emptyState({
                    art: 'record',
                    title: t('player.nothing'),
                    text: t('queue.emptyText'),
                    heading: 'h1',
                    action: html`<a class="button is-primary" href="/library/albums">${t('actions.browse')}</a>`,
                }),
            );
        }
        if (shown !== track.id) {
            const first = shown === '';
            shown = track.id;
            setTitle(`${track.title} – ${names(track.artists)}`);
            const picture = sizedImage(track.cover, 64);
            render(find(root, '[data-light]'), picture ? html`<img src="${picture}" alt="">` : html``);
            render(
                find(root, '[data-art]'),
                cover(track.cover, track.album || track.title, {
                    kind: 'large',
                    eager: true,
                    className: 'stage-cover',
                }),
            );
            render(
                find(root, '[data-text]'),
                html`<h1 dir="auto" data-testid="stage-title">${track.title}</h1>
                <p class="stage-artists">${artistLinks(track.artists)}</p>
                    <p class="stage-album"><a href="${albumPath(track.albumId)}">${track.album}</a>${
                        track.year ? html` · ${String(track.year)}` : ''
                    }</p>
                <div
                    class="stage-annotation">${heart('track', track, track.title, 'is-outlined')}${stars(
                        'track',
                        track,
                    )}</div>`,
            );
            stage.classList.toggle('is-fresh', !first);
            tint(stage, track.colors, track.album || track.title);
            words(track);
        }
        const next = player.queue.entries.slice(player.queue.index + 1, player.queue.index + 4);
        const signature = next.map((entry) => entry.key).join();
        if (signature === upcoming) return;
        upcoming = signature;
        render(
            find(root, '[data-next-up]'),
            next.length === 0
                ? html``
                : html`<div class="section-head"><h2>${t('player.upNext')}</h2><a class="text-link"
                    href="/queue">${t('nav.queue')}</a></div>
            <ol class="up-next">${next.map(
                ({ key, track: one }) =>
                    html`<li><button type="button" class="up-next-row"
                data-jump="${key}">${cover(one.cover, one.album || one.title, { kind: 'row' })}<span
                class="track-text"><span class="track-title">${one.title}</span><span
                class="track-artists">${names(one.artists)}</span></span>${icons.play}</button></li>`,
            )}</ol>`,
        );
    };
    player.addEventListener('change', update, { signal });
    player.addEventListener('queue', update, { signal });
    update();
}
