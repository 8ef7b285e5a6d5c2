// @ts-check
// Runs in the browser's audio thread: records how much each deck's sound changes, so that the page can find its beats.
// Loaded by its own URL; imports nothing.

const scope = /** @type {any} */ (globalThis);
const BLOCK = 128;
/** −60 dBFS, as in the analysis. */
const LOUD = 0.001;
/** Blocks stored for each deck: more than ten seconds. */
const REMEMBERED = 4096;

class Onsets extends scope.AudioWorkletProcessor {
    #energies = [new Float32Array(REMEMBERED), new Float32Array(REMEMBERED)];
    #last = [0, 0];
    /** The first non-silent and the first loud frame of each deck since `watch`; -1 if none. */
    #first = [-1, -1];
    #loud = [-1, -1];
    #blocks = 0;
    /** The frame after the last block. */
    #end = 0;

    constructor() {
        super();
        this.port.onmessage = (/** @type {MessageEvent} */ { data }) => this.receive(data);
    }

    /** @param {{ type: 'watch' | 'trace', deck: number, id: number }} message */
    receive({ type, deck, id }) {
        if (type === 'trace') return this.#send(deck, id);
        this.#first[deck] = -1;
        this.#loud[deck] = -1;
    }

    /** See `Trace` of `beats.js`. */
    #send(/** @type {number} */ deck, /** @type {number} */ id) {
        const count = Math.min(REMEMBERED, this.#blocks);
        const energies = new Float32Array(count);
        for (let place = 0; place < count; place++)
            energies[place] = this.#energies[deck][(this.#blocks - count + place) % REMEMBERED];
        const [first, loud] = [this.#first[deck], this.#loud[deck]];
        this.port.postMessage({ id, energies, end: this.#end, first, loud }, [energies.buffer]);
    }

    /** @param {Float32Array[][]} inputs one for each deck */
    process(inputs) {
        for (const deck of [0, 1]) {
            const [one, other = one] = inputs[deck];
            let energy = 0;
            let last = this.#last[deck];
            for (let place = 0; place < (one?.length ?? 0); place++) {
                const sample = one[place] + other[place];
                const frame = scope.currentFrame + place;
                if (sample !== 0 && this.#first[deck] === -1) this.#first[deck] = frame;
                const isLoud = Math.abs(one[place]) >= LOUD || Math.abs(other[place]) >= LOUD;
                if (isLoud && this.#loud[deck] === -1) this.#loud[deck] = frame;
                energy += (sample - last) ** 2;
                last = sample;
            }
            this.#last[deck] = one ? last : 0;
            this.#energies[deck][this.#blocks % REMEMBERED] = energy;
        }
        this.#blocks += 1;
        this.#end = scope.currentFrame + BLOCK;
        return true;
    }
}

scope.registerProcessor('rondo-onsets', Onsets);

export {};
