// @ts-check
// Moments on the stage: pictures above the waveform, the bubble, the add button, and the whole list.

import { delegate, find, setText } from '../../core/dom.js';
import { clock } from '../../core/format.js';
import { fragment, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { playFrom } from '../../player/play-from.js';
import { bindBubble } from './bubble.js';
import { addMoment } from './edit-dialog.js';
import { mountMoments } from './list.js';
import { Marks } from './marks.js';
import { followPlayed } from './store.js';

/** @typedef {import('../../player/player.js').Player} Player */

const addButton = (/** @type {string} */ name) =>
    may('takePart') &&
    html`<button type="button" class="moment-add" data-moment-add data-testid="${name}">${icons.plus}<span>${t(
        'moments.add',
    )}</span> <span class="moment-at" data-at aria-hidden="true"></span></button>`;

/**
 * @param {HTMLElement} scrubber of the stage
 * @param {Player} player
 * @param {AbortSignal} signal
 * @returns {{ place: (view: import('./model.js').View) => void }}
 */
export function bindStageMoments(scrubber, player, signal) {
    scrubber.classList.add('has-moments');
    const host = document.createElement('div');
    scrubber.prepend(host);
    scrubber.append(
        fragment(html`<div class="moment-actions">${addButton('moment-add')}<button type="button" class="moment-open"
            data-moments-open aria-haspopup="dialog" data-testid="moments-open">${icons.comment}<span
            data-count></span></button></div>`),
    );
    const marks = new Marks(host, signal, ({ positionMs }) => player.seek(positionMs));
    const bubble = bindBubble(scrubber, find(scrubber, '[data-line]'), { player }, signal);
    const opens = find(scrubber, '[data-moments-open]');
    const show = (/** @type {readonly import('./model.js').Moment[]} */ moments) => {
        marks.show(moments);
        const name = t('moments.open', { count: moments.length });
        opens.setAttribute('aria-label', name);
        opens.title = name;
        setText(find(opens, '[data-count]'), moments.length > 0 ? String(moments.length) : '');
    };
    show([]);
    followPlayed(player, { show, leave: () => show([]) }, signal);
    delegate(scrubber, 'click', '[data-moments-open]', () => openMoments(player), signal);
    bindAdding(scrubber, player, signal);
    return {
        place: (view) => {
            marks.place(view);
            bubble.place(view);
        },
    };
}

/**
 * The button's label is the position that a new moment would get.
 * @param {HTMLElement} root @param {Player} player @param {AbortSignal} signal
 */
function bindAdding(root, player, signal) {
    const time = root.querySelector('[data-at]');
    if (!time) return;
    const update = () => setText(time, clock(player.positionMs));
    for (const type of ['time', 'change']) player.addEventListener(type, update, { signal });
    update();
    delegate(
        root,
        'click',
        '[data-moment-add]',
        () => player.current && addMoment(player.current, player.positionMs),
        signal,
    );
}

/**
 * Opens the list of moments of the song playing now.
 * @param {Player} player
 */
function openMoments(player) {
    const track = player.current;
    if (!track) return;
    const leaving = new AbortController();
    const { dialog, closed } = openDialog({
        title: t('moments.of', { title: track.title }),
        testid: 'moments-sheet',
        wide: true,
        body: html`<div class="dialog-body moments-sheet">${addButton('sheet-moment-add')}<div data-list></div></div>`,
    });
    void closed.then(() => leaving.abort());
    bindAdding(dialog, player, leaving.signal);
    const jump = (/** @type {number} */ ms) =>
        player.current?.id === track.id ? player.seek(ms) : playFrom(track, ms);
    mountMoments(find(dialog, '[data-list]'), track, { jump }, leaving.signal);
}
