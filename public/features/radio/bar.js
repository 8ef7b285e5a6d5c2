// @ts-check
// The station in the player bar in place of the track, so that every page can stop it.

import { delegate } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { onLocaleChange, t } from '../../core/i18n.js';
import { icons, spinner } from '../../elements/icons.js';
import { barFace } from '../../elements/music/bar-face.js';
import { cover } from '../../elements/music/cover.js';
import { player } from '../../player/index.js';
import { radio } from '../../player/radio.js';

/** @typedef {import('../../player/radio.js').Station} Station */
/** @typedef {import('../../player/radio.js').RadioState} RadioState */

/** Call once. */
export function showStationInBar() {
    const { bar, show } = barFace('player-station');
    const draw = () => show(radio.station && stationFace(radio.station, radio.state));
    radio.addEventListener('change', draw);
    // The bar redraws on a change of language, too.
    onLocaleChange(draw);
    delegate(bar, 'click', '[data-stop-station]', () => radio.stop());
    player.addEventListener('change', () => radio.followVolume());
    draw();
}

/** @param {Station} station @param {RadioState} state */
function stationFace({ name, picture, preview }, state) {
    const playing = preview ? t('outside.previewLine', { artist: preview.artist }) : t('radio.playing');
    const line = state === 'failed' ? t('radio.silent') : state === 'loading' ? t('radio.connecting') : playing;
    const [path, place] = preview ? ['/search', t('search.title')] : ['/radio', t('radio.title')];
    const stop = t(preview ? 'outside.stopPreview' : 'radio.stopNamed', { name });
    return html`<a class="player-cover station-art" href="${path}" aria-label="${place}">${cover(
        picture,
        name,
        { kind: 'row', eager: true },
    )}${!picture && !preview && html`<span class="station-sign" aria-hidden="true">${icons.radio}</span>`}</a>
    <div class="player-text"><a class="player-title" dir="auto" href="${path}">${name}</a>
        <span class="player-artists" role="status">${line}</span></div>
    <button type="button" class="play-button" data-stop-station aria-label="${stop}"
        data-testid="player-station-stop">${state === 'loading' ? spinner : icons.pause}</button>`;
}
