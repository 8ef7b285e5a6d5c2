// @ts-check
// Commands from other devices. Each runs once, before it expires, and only on the entry that its sender saw.

import { current } from '../../player/queue.js';
import { outcomeOfStart } from './hand-over.js';

/** @typedef {import('../../player/player.js').Player} Player */
/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./report.js').Answer['outcome']} Outcome */

/**
 * @typedef {{ id: string, action: string, expiresAt: string, entry?: number, positionMs?: number, volume?: number,
 *   on?: boolean, repeat?: import('../../player/queue.js').Repeat, keys?: number[], before?: number, from?: string,
 *   to?: string, playId?: string }} DeviceCommand
 */

const REMEMBERED = 64;

export class CommandRunner {
    /** @type {string[]} */
    #known = [];
    /** @type {Promise<unknown>} */
    #line = Promise.resolve();

    /**
     * @param {object} means
     * @param {Player} means.player
     * @param {() => number} means.now the server's time
     * @param {(command: string, outcome: Outcome) => void} means.answer
     * @param {(command: string) => Promise<TrackItem[]>} means.added returns the tracks that a command adds
     * @param {(device: string) => Promise<Outcome>} means.takeOver
     * @param {(command: DeviceCommand) => void} means.yielded called when another device continues the playback
     */
    constructor(means) {
        this.means = means;
    }

    /** @param {DeviceCommand} command */
    run(command) {
        if (this.#known.includes(command.id)) return;
        this.#known.push(command.id);
        if (this.#known.length > REMEMBERED) this.#known.shift();
        if (command.action === 'yield') return this.means.yielded(command);
        // In order: a command may move tracks that an earlier command added.
        this.#line = this.#line.then(async () => {
            const isLate = this.means.now() > Date.parse(command.expiresAt);
            const outcome = isLate ? 'outdated' : await this.#perform(command).catch(() => 'failed');
            this.means.answer(command.id, /** @type {Outcome} */ (outcome));
        });
    }

    /** @param {DeviceCommand} command @returns {Promise<Outcome>} */
    async #perform(command) {
        const { player } = this.means;
        const { action, entry = -1, positionMs = 0, volume = 0, on = false } = command;
        const sees = current(player.queue)?.key === entry;
        switch (action) {
            case 'play': {
                const started = outcomeOfStart(player);
                player.play();
                return started;
            }
            case 'pause':
                player.pause();
                return 'done';
            case 'seek':
                if (sees) player.seek(positionMs);
                return sees ? 'done' : 'outdated';
            case 'next':
                if (sees) player.next();
                return sees ? 'done' : 'outdated';
            case 'previous':
                if (sees) player.previous();
                return sees ? 'done' : 'outdated';
            case 'volume':
                player.setVolume(volume / 100);
                return 'done';
            case 'mute':
                player.setMuted(on);
                return 'done';
            case 'shuffle':
                if (player.queue.shuffled !== on) player.setShuffle(on);
                return 'done';
            case 'repeat':
                player.setRepeat(command.repeat ?? 'off');
                return 'done';
            case 'takeOver':
                return this.means.takeOver(command.from ?? '');
            default:
                return this.#edit(command);
        }
    }

    /** @param {DeviceCommand} command @returns {Promise<Outcome>} */
    async #edit({ id, action, entry = -1, keys = [], before }) {
        const { player } = this.means;
        const placeOf = (/** @type {number} */ key) => player.queue.entries.findIndex((one) => one.key === key);
        const end = () => player.queue.entries.length;
        const goal = () => (before === undefined ? end() : placeOf(before));
        switch (action) {
            case 'jump':
                if (placeOf(entry) < 0) return 'outdated';
                player.jump(entry);
                return 'done';
            case 'add': {
                const tracks = await this.means.added(id);
                if (before === undefined || goal() < 0) player.enqueue(tracks);
                else player.insert(tracks, goal());
                return 'done';
            }
            case 'remove':
                player.remove(...keys);
                return 'done';
            case 'move': {
                const [from, to] = [placeOf(entry), goal()];
                if (from < 0 || to < 0) return 'outdated';
                player.move(from, to > from ? to - 1 : to);
                return 'done';
            }
            case 'clear':
                player.clearUpcoming();
                return 'done';
            default:
                return 'failed';
        }
    }
}
