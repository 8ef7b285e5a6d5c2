// @ts-check
// The station in the player bar, in place of the track, so that it can be stopped from anywhere.

import { delegate, find, style } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { onLocaleChange, t } from '../../core/i18n.js';
import { icons, spinner } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { player } from '../../player/index.js';
import { radio } from '../../player/radio.js';

/** @typedef {HTMLElement & { update(): void }} PlayerBar */
/** @typedef {import('../../player/radio.js').Station} Station */
/** @typedef {import('../../player/radio.js').RadioState} RadioState */

/** Call once. */
export function showStationInBar() {
    const bar = /** @type {PlayerBar} */ (find(document.body, 'rondo-player-bar'));
    const draw = () => drawStation(bar);
    radio.addEventListener('change', draw);
    // The bar draws itself anew, too.
    onLocaleChange(draw);
    delegate(bar, 'click', '[data-stop-station]', () => radio.stop());
    player.addEventListener('change', () => radio.followVolume());
    draw();
}

/** @param {PlayerBar} bar */
function drawStation(bar) {
    bar.querySelector('.player-station')?.remove();
    const { station, state } = radio;
    bar.toggleAttribute('data-station', Boolean(station));
    if (station) {
        const face = document.createElement('div');
        face.className = 'player-station';
        face.dataset.testid = 'player-station';
        render(face, stationFace(station, state));
        find(bar, '.player-bar').prepend(face);
        style(bar, { progress: '0%' });
    }
    bar.update();
}

/** @param {Station} station @param {RadioState} state */
function stationFace({ name, picture }, state) {
    const line = t(state === 'failed' ? 'radio.silent' : state === 'loading' ? 'radio.connecting' : 'radio.playing');
    return html`<a class="player-cover station-art" href="/radio" aria-label="${t('radio.title')}">${cover(
        picture,
        name,
        { kind: 'row', eager: true },
    )}${!picture && html`<span class="station-sign" aria-hidden="true">${icons.radio}</span>`}</a>
    <div class="player-text"><a class="player-title" dir="auto" href="/radio">${name}</a>
        <span class="player-artists" role="status">${line}</span></div>
    <button type="button" class="play-button" data-stop-station aria-label="${t('radio.stopNamed', { name })}"
        data-testid="player-station-stop">${state === 'loading' ? spinner : icons.pause}</button>`;
}
