// @ts-check
// This tab as one of its person's devices: it reports, obeys, and shows the others.

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

/** What is not there is not said at once: a stream that breaks is mostly back within a moment. */
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
/** The queue belongs to another device, as the server says, and nobody needs to be asked. */
let isQueueElsewhere = false;

/** Called once, when the page has started. */
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
            // The same play goes on there: this tab has nothing more to tell about it.
            if (playId && playId === plays.playId) plays.release();
            if (player.isPlaying) toast(t('devices.yielded', { name: nameOf(to) }), { id: 'devices' });
            player.pause();
        },
    });
    live.on('deviceCommand', (command) => runner.run(command));
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let later;
    // Where a session ends, its devices go just before its event stream does: then there is nobody to ask for them.
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
        // The server says by itself that there are devices to look at.
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
        // A page that is loaded anew is back within a moment.
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
    // The stream may have opened before this module was there.
    if (!live.isOpen) return;
    report();
    void refresh();
}

function report() {
    if (me.value && may('listen')) reporter.start();
}

/** The bar, the stage and the queue show the device that is steered. */
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
    // A speaker that others use goes on by itself.
    if (outcome === 'done' && device.shared && device.active) void ask(device, { action: 'pause' });
    void devices.decide();
    return outcome;
}

/**
 * Goes on here with what another device plays, or played when it was lost.
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
 * Has another device go on with what plays elsewhere; where nothing plays, with its own song, or else with the one
 * here. On a speaker that others use too, the song here comes before what it played last.
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
 * Steers a speaker that somebody else has started, or stops doing so.
 * @param {Device | undefined} device
 */
export const steer = (device) => devices.choose(device?.id).then(() => devices.dispatchEvent(new Event('change')));

/**
 * A player of another protocol cannot be stopped from here.
 * @param {import('./model.js').Remote} remote
 */
export function continueRemote({ track, positionMs }) {
    playFrom(track, positionMs);
}

/**
 * Forgets a device that is lost.
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
    // What was shown in advance is put right.
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
