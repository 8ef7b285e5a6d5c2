// @ts-check
// The list of the user's devices: what each plays, and controls to move the playback.

import { delegate, find, setText } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { clock, percent } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { names } from '../../core/links.js';
import { serverInfo } from '../../core/session.js';
import { field } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { continueRemote, devices, forget, labelOf, playHere, playThere, rename, steer } from './connect.js';
import { defaultName, deviceName, tab } from './identity.js';

/** @typedef {import('./model.js').Device} Device */
/** @typedef {import('./model.js').Remote} Remote */

const ICONS = {
    computer: icons.device,
    phone: icons.phone,
    tablet: icons.tablet,
    television: icons.television,
    speaker: icons.speaker,
    other: icons.speaker,
};

/** @param {{ title: string, artists: { name: string }[] }} track */
const song = (track) => `${track.title} – ${names(/** @type {any} */ (track.artists))}`;

/** @param {Device} device */
function lineOf({ track, playing, lost, positionMs }) {
    if (!track) return t('devices.nothingPlays');
    if (lost) return t('devices.lost', { title: song(track), time: clock(positionMs) });
    return t(playing ? 'devices.playing' : 'devices.paused', { title: song(track) });
}

/** @param {Device} device */
const detailsOf = (device) =>
    device.track && !device.lost
        ? t('devices.details', {
              time: `${clock(devices.positionOf(device))} / ${clock(device.track.durationMs)}`,
              volume: percent(device.muted ? 0 : device.volume / 100, currentLocale()),
          })
        : '';

/** @param {string} name @param {string} id @param {string} label @param {string} spoken @param {boolean} [isMain] */
const button = (name, id, label, spoken, isMain = false) =>
    html`<button type="button" class="button ${isMain ? 'is-primary' : ''}" data-act="${name}" data-id="${id}"
        aria-label="${spoken}" data-testid="device-${name}">${label}</button>`;

/** @param {Device} device */
function actions(device) {
    const { id, track, lost, active, reachable, playing, shared } = device;
    if (id === tab.id)
        return html`<button type="button" class="icon-button" data-act="rename" data-id="${id}"
            aria-label="${t('devices.rename')}" title="${t('devices.rename')}"
            data-testid="device-rename">${icons.edit}</button>`;
    const name = labelOf(device);
    const hasSong = devices.items.some((one) => one.track);
    const canPlay = hasSong && reachable && !lost && !(active && playing);
    return html`${track && button('here', id, t('devices.playHere'), t('devices.playHereFrom', { name }), true)}${
        canPlay && button('there', id, t('devices.playThere'), t('devices.playThereOn', { name }))
    }${shared && track && steerButton(device, name)}${
        lost &&
        html`<button type="button" class="icon-button" data-act="forget" data-id="${id}"
            aria-label="${t('devices.forget', { name })}" title="${t('devices.forget', { name })}"
            data-testid="device-forget">${icons.close}</button>`
    }`;
}

/** @param {Device} device @param {string} name */
function steerButton({ id, active }, name) {
    if (devices.chosen === id) return button('unsteer', id, t('devices.unsteer'), t('devices.unsteerNamed', { name }));
    return !active && button('steer', id, t('devices.steer'), t('devices.steerNamed', { name }));
}

/** @param {Device} device */
const row = (device) =>
    html`<li class="device-row ${device.active && device.playing ? 'is-active' : ''} ${device.lost ? 'is-lost' : ''}"
        data-testid="device">
        <span class="device-icon">${ICONS[device.kind]}</span>
        <div class="device-text">
            <p class="device-name"><strong dir="auto">${labelOf(device)}</strong>${
                device.id === tab.id && html` <span class="badge">${t('devices.thisBrowser')}</span>`
            }${device.shared && html` <span class="badge">${t('devices.shared')}</span>`}</p>
            <p class="device-line" dir="auto">${lineOf(device)}</p>
            <p class="device-details" data-details="${device.id}">${detailsOf(device)}</p>
        </div>
        <div class="device-actions">${actions(device)}</div></li>`;

/** @param {Remote} remote */
const remoteRow = (remote) =>
    html`<li class="device-row" data-testid="device-player">
        <span class="device-icon">${icons.speaker}</span>
        <div class="device-text"><p class="device-name"><strong dir="auto">${remote.client}</strong></p>
            <p class="device-line" dir="auto">${t(remote.paused ? 'devices.paused' : 'devices.playing', {
                title: song(remote.track),
            })}</p>
            <p class="device-details">${t('devices.player')}</p></div>
        <div class="device-actions">${button(
            'remote',
            remote.playId,
            t('devices.continueHere'),
            t('devices.continueHereFrom', { name: remote.client }),
        )}</div></li>`;

/** This tab first, then the active device, then the others, lost ones last. */
const inOrder = () => [...devices.items].sort((a, b) => rank(a) - rank(b));
const rank = (/** @type {Device} */ { id, lost, active }) => (id === tab.id ? 0 : active ? 1 : lost ? 3 : 2);

/** @type {(() => void) | undefined} */
let close;

export function openSheet() {
    if (close) return close();
    const { dialog, closed, ...opened } = openDialog({
        title: t('devices.title'),
        testid: 'devices',
        body: html`<div class="dialog-body devices-body"><p class="devices-note" role="status" data-note></p>
            <ul class="device-list" data-list></ul><p data-alone></p></div>`,
    });
    close = opened.close;
    const leaving = new AbortController();
    const { signal } = leaving;
    const list = find(dialog, '[data-list]');
    const update = () => {
        const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset;
        const [act, id] = [focused?.act, focused?.id];
        render(list, html`${inOrder().map(row)}${devices.players.map(remoteRow)}`);
        setText(find(dialog, '[data-note]'), devices.isLive ? '' : t('devices.offline'));
        const isAlone = devices.others.length === 0 && devices.players.length === 0;
        setText(
            find(dialog, '[data-alone]'),
            isAlone ? t('devices.alone', { server: serverInfo.value.name }) : '',
        );
        if (!act) return;
        const same = /** @type {HTMLElement | null} */ (list.querySelector(`[data-act="${act}"][data-id="${id}"]`));
        (same ?? /** @type {HTMLElement} */ (find(dialog, '[data-close]'))).focus();
    };
    devices.addEventListener('change', update, { signal });
    live.on('devices', () => void devices.refresh().catch(() => {}), signal);
    const timer = setInterval(() => {
        for (const line of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll('[data-details]'))) {
            const device = devices.device(line.dataset.details ?? '');
            if (device) setText(line, detailsOf(device));
        }
    }, 1000);
    delegate(list, 'click', '[data-act]', (element) => perform(element), signal);
    void closed.then(() => {
        close = undefined;
        leaving.abort();
        clearInterval(timer);
    });
    update();
    void devices.refresh().catch(() => {});
}

/** @param {HTMLElement} element */
function perform({ dataset: { act, id = '' } }) {
    if (act === 'rename') return openRename();
    const remote = devices.players.find(({ playId }) => playId === id);
    if (act === 'remote') return remote && continueRemote(remote);
    const device = devices.device(id);
    if (!device) return;
    if (act === 'here') void playHere(device);
    else if (act === 'there') void playThere(device);
    else if (act === 'steer') void steer(device);
    else if (act === 'unsteer') void steer(undefined);
    else void forget(id);
}

function openRename() {
    const { dialog, close: done } = openDialog({
        title: t('devices.rename'),
        testid: 'device-rename-dialog',
        body: html`<form class="dialog-body" data-form>${field({
            name: 'name',
            label: t('devices.name'),
            hint: t('devices.nameHint'),
            value: deviceName(),
            placeholder: defaultName(),
            maxlength: 64,
        })}<div class="dialog-actions"><button class="button is-primary"
            data-testid="device-name-save">${t('actions.save')}</button></div></form>`,
    });
    find(dialog, '[data-form]').addEventListener('submit', (event) => {
        event.preventDefault();
        rename(/** @type {HTMLInputElement} */ (find(dialog, '[name=name]')).value);
        done();
    });
}
