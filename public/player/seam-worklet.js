// @ts-check
// Runs in the browser's audio thread: joins two decks sample by sample. It is loaded by its own address and imports
// nothing.

const scope = /** @type {any} */ (globalThis);
/** Frames a second. */
const RATE = /** @type {number} */ (scope.sampleRate);
/** Frames that a deck can be ahead of what is heard of it. */
const CAPACITY = 2 ** Math.max(18, Math.ceil(Math.log2(3 * RATE)));
/** As of the analysis: −60 dBFS. */
const LOUD = 0.001;
/** So many frames of nothing in a row are no music any more. */
const ZEROS = 8;
/** An end is looked for this long before it is expected. */
const EARLY = 0.05 * RATE;
/** From here on the silence at the end of a track is counted; what is shorter says nothing against zeros. */
const LONG_TAIL = 0.01 * RATE;
const GAIN_STEP = 1 / (0.03 * RATE);

/** The sound of one deck: written as it comes, read where it is heard. */
class Lane {
    #left = new Float32Array(CAPACITY);
    #right = new Float32Array(CAPACITY);
    #written = 0;
    #read = 0;
    /** Frames of silence before the next that is read. */
    #wait = 0;
    /** @type {'off' | 'held' | 'on'} */
    state = 'off';
    gain = 1;
    aim = 1;
    /** The frame of the context in which the last loud sample came. */
    lastLoud = -1;
    /** Frames without anything at the end of what has come. */
    zeros = 0;
    /** Something has come: what is before it is the element's own delay. */
    hasBegun = false;
    /** Frames of silence that the track begins with, until they are in place; -1 where that is not known. */
    leading = -1;
    heardFrom = 0;
    /** `delay` at the beginning of the block. */
    delayOfBlock = 0;

    /** Frames between what comes and what is heard, between two blocks. */
    get delay() {
        return this.#written - this.#read + this.#wait;
    }

    /** @param {'off' | 'held' | 'on'} state @param {number} [leading] */
    reset(state, leading = -1) {
        this.#written = 0;
        this.#read = 0;
        this.#wait = 0;
        this.state = state;
        this.lastLoud = -1;
        this.zeros = 0;
        this.hasBegun = state === 'on';
        this.leading = leading;
        if (state !== 'on') this.gain = this.aim;
    }

    /** Drops what has not been heard. */
    flush() {
        this.#read = this.#written;
        this.#wait = 0;
    }

    /** @param {number} left @param {number} right @param {number} frame of the context */
    write(left, right, frame) {
        if (left === 0 && right === 0) {
            this.zeros += 1;
            if (!this.hasBegun) return;
        } else {
            this.zeros = 0;
            this.hasBegun = true;
        }
        const place = this.#written % CAPACITY;
        this.#left[place] = left;
        this.#right[place] = right;
        if (Math.abs(left) >= LOUD || Math.abs(right) >= LOUD) {
            this.lastLoud = frame;
            if (this.leading >= 0) this.#align(frame);
        }
        this.#written += 1;
        if (this.#written - this.#read > CAPACITY) this.#read += 1;
    }

    /** Puts the first loud frame, which is about to be counted as written, behind the silence before it. */
    #align(/** @type {number} */ frame) {
        const quiet = this.#written - this.#read;
        if (this.state === 'on') this.#wait = Math.max(0, this.heardFrom + this.leading - frame - this.delayOfBlock);
        else if (quiet > this.leading) this.#read = this.#written - this.leading;
        else this.#wait = this.leading - quiet;
        this.leading = -1;
    }

    /** @param {Float32Array} pair gets the next frame, at the level of the track */
    read(pair) {
        if (this.gain !== this.aim) {
            const step = this.aim - this.gain;
            this.gain = Math.abs(step) <= GAIN_STEP ? this.aim : this.gain + Math.sign(step) * GAIN_STEP;
        }
        pair[0] = 0;
        pair[1] = 0;
        if (this.#wait > 0) {
            this.#wait -= 1;
        } else if (this.#read < this.#written) {
            const place = this.#read % CAPACITY;
            pair[0] = this.#left[place] * this.gain;
            pair[1] = this.#right[place] * this.gain;
            this.#read += 1;
        }
    }
}

/**
 * @typedef {object} Join how the held deck follows
 * @property {number} deck
 * @property {number} frame in which the last of the leading track is heard, or at which the other one begins
 * @property {boolean} isPlace the frame is meant as it is; otherwise it is about the end of the leading track
 * @property {number} tail frames of silence with which the leading track ends, -1 where that is not known
 * @property {number} leading frames of silence with which the held track begins, -1 where that is not known
 * @property {number} fade frames in which one takes over from the other
 */

class Seam extends scope.AudioWorkletProcessor {
    #lanes = [new Lane(), new Lane()];
    #lead = 0;
    /** @type {Join | undefined} */
    #join;
    /** The frame in which the held deck begins to be heard, once that is known. */
    #at = Infinity;
    /** @type {{ from: number, frames: number } | undefined} */
    #fade;
    /** @type {Map<string, number>} */
    #alarms = new Map();
    /** The shares of left and right in the left output, and in the right one; they move towards their aims. */
    #shape = new Float32Array([1, 0, 0, 1]);
    #shapeAim = new Float32Array([1, 0, 0, 1]);
    #pair = new Float32Array(2);

    constructor() {
        super();
        this.port.onmessage = (/** @type {MessageEvent} */ { data }) => this.receive(data);
    }

    /** @param {any} message */
    receive(message) {
        const lane = this.#lanes[message.deck];
        if (message.type === 'lead') this.#begin(message.deck);
        else if (message.type === 'hold') this.#hold(message);
        else if (message.type === 'release') this.#release();
        else if (message.type === 'flush') this.#flush();
        else if (message.type === 'ended') this.#end(lane);
        else if (message.type === 'shift') this.#at += message.frames;
        else if (message.type === 'alarm') this.#alarms.set(message.id, message.frame);
        else if (message.type === 'quiet') this.#alarms.delete(message.id);
        else if (message.type === 'shape') this.#shapeAim.set(message.shape);
        else if (message.type === 'level') {
            lane.aim = message.gain;
            if (message.isNew) lane.gain = message.gain;
        }
    }

    /** @param {number} deck is heard at once, and the other one no more */
    #begin(deck) {
        this.#release();
        this.#fade = undefined;
        this.#lead = deck;
        this.#lanes[deck].reset('on');
        this.#lanes[1 - deck].reset('off');
    }

    /** @param {Join} join */
    #hold(join) {
        this.#dropFaded();
        this.#join = join;
        this.#at = join.isPlace ? join.frame : Infinity;
        this.#lanes[join.deck].reset('held', join.leading);
    }

    #release() {
        if (!this.#join) return;
        this.#lanes[this.#join.deck].reset('off');
        this.#join = undefined;
        this.#at = Infinity;
    }

    #flush() {
        this.#release();
        this.#dropFaded();
        this.#lanes[this.#lead].flush();
    }

    /** The element of the leading deck says that it has ended, and no end was found in its sound. */
    #end(/** @type {Lane} */ lane) {
        if (!this.#join || this.#at < Infinity || lane !== this.#lanes[this.#lead]) return;
        this.#at = scope.currentFrame - Math.min(lane.zeros, EARLY) + lane.delay;
    }

    /**
     * Looks for the end of the leading track in what comes.
     * @param {number} frame
     */
    #look(frame) {
        const { tail, frame: expected } = /** @type {Join} */ (this.#join);
        const lead = this.#lanes[this.#lead];
        const delay = lead.delayOfBlock;
        if (frame < expected - delay - EARLY) return;
        const counted = lead.lastLoud + 1 + tail;
        if (lead.lastLoud < 0 && tail >= 0) this.#at = expected;
        else if (tail >= LONG_TAIL) {
            if (frame >= counted) this.#at = Math.max(counted, expected - delay - EARLY) + delay;
        } else if (lead.zeros >= ZEROS) {
            const first = frame - lead.zeros + 1;
            // Where the browser resamples, the filter rings on after the last sample.
            const end = tail >= 0 && counted <= first && counted > first - 2 * EARLY ? counted : first;
            this.#at = Math.max(end, expected - delay - EARLY) + delay;
        }
    }

    /** @param {number} frame @param {number} rest frames of the block from it on */
    #splice(frame, rest) {
        const { deck, fade } = /** @type {Join} */ (this.#join);
        const next = this.#lanes[deck];
        next.state = 'on';
        next.heardFrom = frame;
        this.#join = undefined;
        this.#at = Infinity;
        this.#lead = deck;
        this.port.postMessage({ type: 'joined', deck, frame, delay: Math.max(0, next.delay - rest) });
        if (fade > 0) this.#fade = { from: frame, frames: fade };
        else this.#drop(1 - deck);
    }

    #dropFaded() {
        if (!this.#fade) return;
        this.#fade = undefined;
        this.#drop(1 - this.#lead);
    }

    #drop(/** @type {number} */ deck) {
        this.#lanes[deck].reset('off');
        this.port.postMessage({ type: 'silenced', deck });
    }

    /** @param {Float32Array[][]} inputs one of two channels for each deck @param {Float32Array[][]} outputs */
    process(inputs, [[left, right]]) {
        const first = /** @type {number} */ (scope.currentFrame);
        for (const [id, frame] of this.#alarms) {
            if (frame >= first + left.length) continue;
            this.#alarms.delete(id);
            this.port.postMessage({ type: 'alarm', id });
        }
        for (const deck of [this.#lead, 1 - this.#lead]) {
            const lane = this.#lanes[deck];
            if (lane.state === 'off') continue;
            lane.delayOfBlock = lane.delay;
            const [one, other = one] = inputs[deck];
            for (let place = 0; place < left.length; place++) {
                lane.write(one ? one[place] : 0, other ? other[place] : 0, first + place);
                if (this.#join && deck === this.#lead && this.#at === Infinity) this.#look(first + place);
            }
        }
        for (let place = 0; place < left.length; place++) {
            if (this.#join && first + place >= this.#at) this.#splice(first + place, left.length - place);
            this.#mix(left, right, place, first + place);
        }
        return true;
    }

    /** @param {Float32Array} left @param {Float32Array} right @param {number} place @param {number} frame */
    #mix(left, right, place, frame) {
        const pair = this.#pair;
        const lead = this.#lanes[this.#lead];
        lead.read(pair);
        let [one, other] = pair;
        if (this.#fade) {
            const turn = ((frame - this.#fade.from) / this.#fade.frames) * (Math.PI / 2);
            this.#lanes[1 - this.#lead].read(pair);
            one = one * Math.sin(turn) + pair[0] * Math.cos(turn);
            other = other * Math.sin(turn) + pair[1] * Math.cos(turn);
            if (frame + 1 >= this.#fade.from + this.#fade.frames) this.#dropFaded();
        }
        const shape = this.#shape;
        for (let part = 0; part < 4; part++) {
            const step = this.#shapeAim[part] - shape[part];
            if (step === 0) continue;
            const isThere = Math.abs(step) <= GAIN_STEP;
            shape[part] = isThere ? this.#shapeAim[part] : shape[part] + Math.sign(step) * GAIN_STEP;
        }
        left[place] = one * shape[0] + other * shape[1];
        right[place] = one * shape[2] + other * shape[3];
    }
}

scope.registerProcessor('rondo-seam', Seam);

export {};
