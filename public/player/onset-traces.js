// @ts-check
// Requests traces of both decks' sound from the audio thread.

/** @typedef {import('./beats.js').Trace} Trace */

export class OnsetTraces {
    /** @type {AudioWorkletNode | undefined} */
    #node;
    /** @type {Map<number, (trace: Trace) => void>} */
    #asked = new Map();
    #last = 0;

    /**
     * @param {AudioContext} context @param {AudioNode[]} sources of the decks
     */
    attach(context, sources) {
        const node = new AudioWorkletNode(context, 'rondo-onsets', {
            numberOfInputs: 2,
            channelCount: 2,
            channelCountMode: 'explicit',
        });
        for (const [deck, source] of sources.entries()) source.connect(node, 0, deck);
        node.port.onmessage = ({ data }) => {
            this.#asked.get(data.id)?.(data);
            this.#asked.delete(data.id);
        };
        this.#node = node;
    }

    /** @param {number} deck whose sound is about to start */
    watch(deck) {
        this.#node?.port.postMessage({ type: 'watch', deck });
    }

    /** @param {number} deck @returns {Promise<Trace>} of its sound up to now */
    of(deck) {
        return new Promise((resolve) => {
            this.#last += 1;
            this.#asked.set(this.#last, resolve);
            this.#node?.port.postMessage({ type: 'trace', deck, id: this.#last });
        });
    }
}
