// @ts-check
// Moments on the track page: the list, and pictures on the waveform.

import { delegate, find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { playFrom } from '../../player/play-from.js';
import { steered as player } from '../../player/steered.js';
import { addMoment } from './edit-dialog.js';
import { mountMoments } from './list.js';
import { Marks } from './marks.js';
import { followMoments } from './store.js';

/** @typedef {import('../../core/types.js').Track} Track */

/**
 * Seeks if the track is already playing on any device. Otherwise plays it from there.
 * @param {Track} track
 */
const jumpIn = (track) => (/** @type {number} */ ms) =>
    player.current?.id === track.id ? player.seek(ms) : playFrom(track, ms);

/** @param {HTMLElement} host @param {Track} track @param {AbortSignal} signal */
export function mountTrackMoments(host, track, signal) {
    render(
        host,
        html`<h2 id="moments-title">${t('moments.title')}</h2>
        <div data-list></div>${
            may('takePart') &&
            html`<div class="form-actions"><button type="button" class="button" data-moment-add
            data-testid="track-moment-add">${icons.plus}${t('moments.add')}</button></div>`
        }`,
    );
    mountMoments(find(host, '[data-list]'), track, { jump: jumpIn(track) }, signal);
    delegate(
        host,
        'click',
        '[data-moment-add]',
        () => addMoment(track, player.current?.id === track.id ? player.positionMs : 0),
        signal,
    );
}

/** @param {HTMLElement} host above the waveform of the page @param {Track} track @param {AbortSignal} signal */
export function mountTrackMarks(host, track, signal) {
    const jump = jumpIn(track);
    const marks = new Marks(host, signal, ({ positionMs }) => jump(positionMs));
    marks.place({ fromMs: 0, toMs: track.durationMs });
    followMoments(track.id, (moments) => marks.show(moments), signal);
}
