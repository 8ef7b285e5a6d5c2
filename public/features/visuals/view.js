// @ts-check
// The visual on Now Playing, in place of the cover or full screen.

import { delegate, find, setText } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { names } from '../../core/links.js';
import { preferences } from '../../core/preferences.js';
import { me } from '../../core/session.js';
import { pausing } from '../../core/throttle.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { bindScrubber, scrubber } from '../../elements/playback/scrubber.js';
import { transport } from '../../elements/playback/transport.js';
import { steered as player } from '../../player/steered.js';
import { openChoice } from './choice-menu.js';
import { Engine } from './engine.js';
import { bindFullScreen } from './full-screen.js';
import { hasWebGL } from './gl.js';
import { shadingMode, toggleVisuals } from './mode.js';
import { beside } from './model.js';
import { choice, songOf } from './song.js';

/** @typedef {import('./model.js').VisualName} VisualName */

const tool = (/** @type {string} */ name, /** @type {unknown} */ icon, /** @type {string} */ label) =>
    html`<button type="button" class="icon-button" data-visual-${name} data-testid="visual-${name}"
        aria-label="${label}" title="${label}">${icon}</button>`;

export const visualFrame = () =>
    html`<button type="button" class="icon-button stage-visuals" data-visuals data-testid="stage-visuals" hidden
        aria-pressed="false" aria-keyshortcuts="V" aria-label="${t('visuals.title')}"
        title="${t('visuals.title')}">${icons.visuals}</button>
    <div class="visual" data-visual data-testid="visual" hidden>
    <canvas class="visual-canvas" role="img" data-canvas data-testid="visual-canvas"></canvas>
    <div class="visual-over">
        <div class="visual-song" data-song></div>
        <div class="visual-deck">${scrubber('visual-seek')}${transport('visual-player')}</div>
        <div class="visual-tools">
            ${tool('previous', icons.back, t('visuals.previous'))}
            <button type="button" class="visual-name" data-visual-choose data-testid="visual-choose"
                aria-haspopup="menu"><span class="visually-hidden">${t('visuals.title')}: </span><span
                data-name></span></button>
            ${tool('next', icons.forward, t('visuals.next'))}
            ${tool('full', icons.expand, t('visuals.fullScreen'))}
        </div>
    </div>
</div>`;

/** @param {HTMLElement} stage @param {AbortSignal} signal */
export function bindVisual(stage, signal) {
    const panel = find(stage, '[data-visual]');
    const button = find(stage, '[data-visuals]');
    let canvas = /** @type {HTMLCanvasElement} */ (find(panel, '[data-canvas]'));
    /** @type {AbortController | undefined} */
    let running;
    /** @type {Engine | undefined} */
    let engine;
    let asked = '';
    /** @type {{ name: VisualName, given?: VisualName, id: string } | undefined} the drawn visual and its track */
    let song;

    const full = bindFullScreen(stage, panel, signal);
    bindScrubber(panel, signal, player);
    delegate(stage, 'click', '[data-visuals]', toggleVisuals, signal);
    const choose = (/** @type {import('./model.js').Choice} */ visual) => {
        preferences.set({ visual });
        void draw(true);
    };
    const go = (/** @type {1 | -1} */ by) => song && choose(beside(song.name, by));
    delegate(panel, 'click', '[data-visual-previous]', () => go(-1), signal);
    delegate(panel, 'click', '[data-visual-next]', () => go(1), signal);
    delegate(panel, 'click', '[data-visual-full]', full.toggle, signal);
    delegate(
        panel,
        'click',
        '[data-visual-choose]',
        (one) => openChoice(one, { choice: choice(), given: song?.given, track: player.current, choose }),
        signal,
    );

    const start = () => {
        running = new AbortController();
        // The previous canvas has released its context for good.
        const fresh = /** @type {HTMLCanvasElement} */ (canvas.cloneNode());
        canvas.replaceWith(fresh);
        canvas = fresh;
        try {
            // @ts-expect-error TypeScript 4.8 does not know it.
            const until = AbortSignal.any([signal, running.signal]);
            engine = new Engine(canvas, player, shadingMode, until);
        } catch {
            stop();
        }
    };
    const stop = () => {
        running?.abort();
        [running, engine, song, asked] = [undefined, undefined, undefined, ''];
        full.leave();
    };

    /** @param {boolean} [again] redraws the same track, because its data may have changed */
    const draw = async (again = false) => {
        const track = player.current;
        if (!engine || !track || (asked === track.id && !again)) return;
        asked = track.id;
        const mine = engine;
        const found = await songOf(track);
        if (mine !== engine || player.current?.id !== track.id) return;
        const isSame = song?.name === found.name && song.id === track.id;
        song = { ...found, id: track.id };
        if (isSame) mine.take(found);
        else mine.show(found);
        const name = t(`visuals.names.${found.name}`);
        canvas.setAttribute('aria-label', t('visuals.picture', { name }));
        setText(find(panel, '[data-name]'), choice() === 'automatic' ? t('visuals.automaticOf', { name }) : name);
        render(
            find(panel, '[data-song]'),
            html`${cover(track.cover, track.album || track.title, { kind: 'part', color: track.colors })}
            <p class="visual-title" dir="auto">${track.title}</p>
            <p class="visual-artists" dir="auto">${names(track.artists)}</p>`,
        );
    };

    const update = () => {
        const canDraw = hasWebGL() && player.current !== undefined;
        const isOn = canDraw && shadingMode() !== 'off';
        button.hidden = !canDraw;
        button.setAttribute('aria-pressed', String(isOn));
        if (isOn && !engine) start();
        if (!isOn && engine) stop();
        stage.classList.toggle('has-visual', engine !== undefined);
        panel.hidden = engine === undefined;
        void draw();
    };
    player.addEventListener('queue', update, { signal });
    player.addEventListener('change', update, { signal });
    me.subscribe(update, signal);
    // A moderator may have changed the track's visual, or its analysis may be ready.
    const again = pausing(() => draw(true), signal, { pauseMs: 400 });
    live.on(
        'changes',
        (/** @type {{ sources: string[] }} */ { sources }) => {
            if (engine && (sources.includes('catalogue') || sources.includes('analysis'))) again.soon();
        },
        signal,
    );
    update();
}
