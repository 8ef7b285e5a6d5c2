// @ts-check
// The player that the bar, the stage and the queue show: this tab's own, or another device behind the same interface.
// Members that the device lacks come from the tab's own player.

import { player } from './index.js';

/** @typedef {import('./player.js').Player} Player */
/** @typedef {EventTarget & Partial<Record<keyof Player, unknown>>} Face */

const TYPES = ['change', 'time', 'queue'];

export class SteeredPlayer extends EventTarget {
    /** @type {Face} */
    #target;

    /** @param {Player} own */
    constructor(own) {
        super();
        this.own = own;
        this.#target = own;
        this.#relay(own);
    }

    get target() {
        return this.#target;
    }

    /** @param {Face} face */
    #relay(face) {
        for (const type of TYPES) {
            face.addEventListener(type, () => {
                if (face === this.#target) this.dispatchEvent(new CustomEvent(type));
            });
        }
    }

    /** @type {Set<Face>} */
    #known = new Set();
    /** The other device's name; empty for the tab's own player. */
    name = '';

    /** @param {Face | undefined} face undefined for the tab's own @param {string} [name] */
    show(face, name = '') {
        const target = face ?? this.own;
        if (target === this.#target && name === this.name) return;
        this.name = name;
        this.#target = target;
        if (face && !this.#known.has(face)) {
            this.#known.add(face);
            this.#relay(face);
        }
        for (const type of TYPES) this.dispatchEvent(new CustomEvent(type));
    }
}

/** @param {SteeredPlayer} choice @returns {Player} */
export function faceOf(choice) {
    const names = ['addEventListener', 'removeEventListener', 'dispatchEvent'];
    return /** @type {Player} */ (
        /** @type {unknown} */ (
            new Proxy(choice, {
                get(_, name) {
                    const { target, own } = choice;
                    const holder = names.includes(String(name)) ? choice : name in target ? target : own;
                    const value = Reflect.get(holder, name, holder);
                    return typeof value === 'function' ? value.bind(holder) : value;
                },
                set: (_, name, value) => Reflect.set(choice.own, name, value, choice.own),
            })
        )
    );
}

export const choice = new SteeredPlayer(player);

/** The player that the bar, the stage and the queue show and control. */
export const steered = faceOf(choice);

/** Whether another device is shown. */
export const isElsewhere = () => choice.target !== player;
