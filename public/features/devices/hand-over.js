// @ts-check
// Continues another device's playback in this tab: the same queue, position and play.

import { positionOf } from './server-clock.js';

/** @typedef {import('../../player/player.js').Player} Player */
/** @typedef {import('./model.js').Device} Device */

/** A start that takes longer has failed. */
const START_MS = 8000;
/** A smaller deviation is inaudible. */
const CLOSE_MS = 50;
const MOST_CORRECTIONS = 3;
const MOST_LEAD_MS = 800;
const START_OF_SOUND_MS = 1000;
const MOVED_MS = 20;
const LOOK_MS = 15;

/**
 * @param {Device} device the device whose playback continues here
 * @param {object} means
 * @param {Player} means.player
 * @param {import('./model.js').Devices} means.devices
 * @param {{ adopt(playId: string, trackId: string): void }} means.plays
 * @param {{ hold(isHeld: boolean): void }} means.reporter
 * @param {{ keepMine(): void }} means.persistence
 * @returns {Promise<import('./report.js').Answer['outcome']>}
 */
export async function continueHere(device, { player, devices, plays, reporter, persistence }) {
    const { items, entry, positionMs, at } = await devices.queueOf(device.id);
    const index = items.findIndex(({ key }) => key === entry);
    const track = items[index]?.track;
    if (!track) return 'outdated';
    const goal = () => positionOf({ ...device, track, positionMs, at }, devices.clock.now());
    reporter.hold(true);
    try {
        if (device.playId && track.id === device.track?.id) plays.adopt(device.playId, track.id);
        player.pause();
        player.setModes({ shuffled: device.shuffled, repeat: device.repeat });
        player.restore(
            items.map((one) => one.track),
            index,
            goal(),
        );
        persistence.keepMine();
        const started = outcomeOfStart(player);
        player.play();
        const outcome = await started;
        if (outcome === 'done') await settle(player, device.playing ? goal : undefined);
        return outcome;
    } finally {
        reporter.hold(false);
    }
}

/** @param {Player} player @returns {Promise<'done'|'blocked'|'failed'>} */
export function outcomeOfStart(player) {
    if (player.status === 'playing') return Promise.resolve('done');
    return new Promise((resolve) => {
        const waiting = new AbortController();
        const end = (/** @type {'done'|'blocked'|'failed'} */ outcome) => {
            waiting.abort();
            clearTimeout(timer);
            resolve(outcome);
        };
        const timer = setTimeout(() => end('failed'), START_MS);
        const options = { signal: waiting.signal };
        player.addEventListener('change', () => void (player.status === 'playing' && end('done')), options);
        player.addEventListener(
            'problem',
            (event) => {
                const { trouble } = /** @type {CustomEvent<{ trouble: string }>} */ (event).detail;
                end(trouble === 'blocked' ? 'blocked' : 'failed');
            },
            options,
        );
    });
}

/**
 * Corrects the position for the time that the start took.
 * @param {Player} player
 * @param {(() => number) | undefined} goal returns the intended position; undefined if the track was paused
 */
async function settle(player, goal) {
    // How much later the audio starts than requested.
    let lead = 0;
    for (let turn = 0; goal; turn++) {
        await untilItMoves(player);
        const off = goal() - player.positionMs;
        if (Math.abs(off) < CLOSE_MS || turn === MOST_CORRECTIONS) return;
        lead = Math.max(0, Math.min(MOST_LEAD_MS, lead + off));
        player.seek(goal() + lead);
    }
}

/**
 * Waits until the position moves, because a player reports that it plays before its audio starts.
 * @param {Player} player
 * @returns {Promise<void>}
 */
function untilItMoves(player) {
    const from = player.positionMs;
    const end = performance.now() + START_OF_SOUND_MS;
    return new Promise((resolve) => {
        const look = setInterval(() => {
            if (Math.abs(player.positionMs - from) < MOVED_MS && performance.now() < end) return;
            clearInterval(look);
            resolve();
        }, LOOK_MS);
    });
}
