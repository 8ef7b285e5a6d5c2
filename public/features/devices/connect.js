// @ts-check
// This tab as one of the user's devices: it reports its state, runs commands, and shows the other devices.

import { announce } from '../../core/announce.js';
import { api, ApiError } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { t } from '../../core/i18n.js';
import { may, me } from '../../core/session.js';
import { toast } from '../../elements/overlays/toast.js';
import { player, plays, queuePersistence } from '../../player/index.js';
import { playFrom } from '../../player/play-from.js';
import { CommandRunner } from './commands.js';
import { continueHere } from './hand-over.js';
import { deviceKind, deviceName, renameDevice, tab } from './identity.js';
import { Devices } from './model.js';
import { queueOwner } from './owner.js';
import { RemotePlayer } from './remote-player.js';
import { DeviceReporter } from './report.js';
import { choice } from '../../player/steered.js';

/** @typedef {import('./model.js').Device} Device */
/** @typedef {import('./model.js').Outcome} Outcome */

/** The delay before a lost stream or device is shown as lost, because most are back within a moment. */
const PATIENCE_MS = 2500;
const SETTLE_MS = 80;

export const devices = new Devices({ api, self: tab.id, isPlaying: () => player.isPlaying });
const reporter = new DeviceReporter({
    player,
    api,
    clock: devices.clock,
    id: tab.id,
    name: deviceName,
    kind: deviceKind(navigator.userAgent),
    playId: () => plays.playId,
});
const face = new RemotePlayer(devices, (device, command) => void ask(device, command));
/** Whether the queue on the server is known to be another device's, so that the user need not be asked. */
let isQueueElsewhere = false;

/** Called once, after the page has started. */
export function startDevices() {
    const runner = new CommandRunner({
        player,
        now: () => devices.clock.now(),
        answer: (command, outcome) => reporter.answer(command, outcome),
        added: async (command) => {
            const { items } = await api.get(`/devices/${tab.id}/queue`, { query: { command }, fresh: true });
            return items.map((/** @type {{ track: unknown }} */ { track }) => track);
        },
        takeOver: async (from) => {
            await devices.refresh();
            const device = devices.device(from);
            return device ? takeOver(device) : 'outdated';
        },
        yielded: ({ to = '', playId }) => {
            // The other device continues the same play, so this tab stops reporting it.
            if (playId && playId === plays.playId) plays.release();
            if (player.isPlaying) toast(t('devices.yielded', { name: nameOf(to) }), { id: 'devices' });
            player.pause();
        },
    });
    live.on('deviceCommand', (command) => runner.run(command));
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let later;
    // A session that ends removes its devices just before its event stream closes. The delay avoids a late request.
    const refreshLater = () => {
        if (later) return;
        later = setTimeout(() => {
            later = undefined;
            if (live.isOpen && me.value) void refresh();
        }, SETTLE_MS);
    };
    live.on('devices', ({ by }) => {
        if (by !== tab.id || devices.items.length === 0) refreshLater();
    });
    live.on('nowPlaying', refreshLater);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let doubt;
    live.addEventListener('open', () => {
        clearTimeout(doubt);
        // No refresh is needed: the server sends an event when there are devices to load.
        report();
        devices.setLive(true);
    });
    live.addEventListener('broken', () => {
        clearTimeout(doubt);
        doubt = setTimeout(() => devices.setLive(false), PATIENCE_MS);
    });
    queueOwner.isKnown = () => {
        isQueueElsewhere = devices.others.some((one) => !one.shared && (one.active || one.playing));
        return isQueueElsewhere;
    };
    devices.addEventListener('switch', () => {
        show();
        if (devices.steered) announce(t('devices.playingOn', { name: labelOf(devices.steered) }));
    });
    devices.addEventListener('change', show);
    devices.addEventListener('vanished', (event) => {
        const { device } = /** @type {CustomEvent<{ device: Device }>} */ (event).detail;
        // A page that reloads is back within a moment.
        setTimeout(() => {
            if (!devices.device(device.id)?.lost || devices.steered || player.isPlaying) return;
            toast(t('devices.vanished', { name: labelOf(device) }), {
                id: 'devices',
                sticky: true,
                actions: [{ label: t('devices.playHere'), run: () => void playHere(device) }],
            });
        }, PATIENCE_MS);
    });
    player.addEventListener('change', () => void devices.decide());
    player.addEventListener('started', () => {
        if (isQueueElsewhere) queuePersistence.keepMine();
        isQueueElsewhere = false;
        devices.chosen = undefined;
    });
    addEventListener('pagehide', () => {
        tab.leave();
        reporter.leave();
    });
    addEventListener('pageshow', ({ persisted }) => {
        if (persisted) tab.back();
    });
    me.subscribe((person) => {
        if (person) return;
        reporter.stop();
        devices.forget();
    });
    // The stream may have opened before this module loaded.
    if (!live.isOpen) return;
    report();
    void refresh();
}

function report() {
    if (me.value && may('listen')) reporter.start();
}

/** Makes the player bar, the Now Playing stage and the queue show the controlled device. */
const show = () =>
    devices.steered ? choice.show(face, labelOf(devices.steered)) : choice.show(undefined);

const refresh = () => devices.refresh().catch(() => {});

/** @param {Device} device */
export function labelOf({ id, name, sameBrowser }) {
    return sameBrowser && id !== tab.id ? t('devices.otherWindow', { name }) : name;
}

/** @param {string} id */
function nameOf(id) {
    const device = devices.device(id);
    return device ? labelOf(device) : t('devices.another');
}

/** @param {Device} device @returns {Promise<import('./report.js').Answer['outcome']>} */
async function takeOver(device) {
    const outcome = await continueHere(device, { player, devices, plays, reporter, persistence: queuePersistence });
    isQueueElsewhere = false;
    // A shared speaker would otherwise go on playing.
    if (outcome === 'done' && device.shared && device.active) void ask(device, { action: 'pause' });
    void devices.decide();
    return outcome;
}

/**
 * Continues here what another device plays, or was playing when it was lost.
 * @param {Device} device
 */
export async function playHere(device) {
    try {
        const outcome = await takeOver(device);
        if (outcome === 'done') announce(t('devices.nowHere'));
        else if (outcome === 'outdated') toast(t('devices.nothing'), { id: 'devices' });
    } catch (error) {
        toast(explain(error), { kind: 'error', id: 'devices' });
    }
}

/**
 * Makes a device continue what another device plays. If nothing plays, it plays its own track, or else this tab's. On
 * a shared speaker, this tab's track comes before the speaker's own.
 * @param {Device} device
 */
export async function playThere(device) {
    await refresh();
    const playing = devices.items.find(
        (one) => one.id !== device.id && one.active && one.playing && one.track,
    );
    const here = devices.device(tab.id);
    const isMine = !device.track || (device.shared && here?.track);
    const source = playing ?? (isMine ? here : undefined);
    return ask(device, source ? { action: 'takeOver', from: source.id } : { action: 'play' });
}

/**
 * Controls a speaker that another user has started; undefined stops controlling it.
 * @param {Device | undefined} device
 */
export const steer = (device) => devices.choose(device?.id).then(() => devices.dispatchEvent(new Event('change')));

/**
 * Continues here what a player of another protocol plays. Such a player cannot be stopped from here.
 * @param {import('./model.js').Remote} remote
 */
export function continueRemote({ track, positionMs }) {
    playFrom(track, positionMs);
}

/**
 * Forgets a lost device.
 * @param {string} id
 */
export async function forget(id) {
    await api.delete(`/devices/${id}`).catch(() => {});
    await refresh();
}

/** @param {string} name */
export function rename(name) {
    renameDevice(name);
    reporter.report();
    const own = devices.device(tab.id);
    if (own) own.name = deviceName();
    devices.dispatchEvent(new Event('change'));
}

/** @param {Device} device @param {import('./remote-player.js').Command} command */
async function ask(device, command) {
    const name = labelOf(device);
    try {
        const outcome = await devices.send(device.id, command);
        if (outcome === 'done') return;
        toast(t(`devices.outcomes.${outcome}`, { name }), { id: 'devices', kind: 'error' });
    } catch (error) {
        const reason = error instanceof ApiError ? (error.status === 404 ? 'device_gone' : error.reason) : undefined;
        const text = reason && REASONS[reason];
        toast(text ? t(text, { name }) : explain(error), { id: 'devices', kind: 'error' });
    }
    // Reverts the state that was shown in advance.
    devices.expectNothing(device.id);
    void refresh();
}

/** @type {Record<string, string>} */
const REASONS = {
    device_gone: 'devices.outcomes.silent',
    device_moved_on: 'devices.outcomes.outdated',
    entry_gone: 'devices.outcomes.outdated',
    nothing_to_continue: 'devices.nothing',
};
