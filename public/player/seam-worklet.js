// @ts-check
// Runs in the browser's audio thread: joins two decks sample by sample. Loaded by its own URL; imports nothing.

const scope = /** @type {any} */ (globalThis);
/** Frames a second. */
const RATE = /** @type {number} */ (scope.sampleRate);
/** Frames that a deck can be ahead of its audible sound. */
const CAPACITY = 2 ** Math.max(18, Math.ceil(Math.log2(3 * RATE)));
/** −60 dBFS, as in the analysis. */
const LOUD = 0.001;
/** This many zero frames in a row are silence, not music. */
const ZEROS = 8;
/** The search for an end starts this many frames before it is expected. */
const EARLY = 0.05 * RATE;
/** A silent tail of at least this length is counted from the last loud frame; a shorter one is found by its zeros. */
const LONG_TAIL = 0.01 * RATE;
const GAIN_STEP = 1 / (0.03 * RATE);

/** Buffers the sound of one deck: written as it arrives, read when it becomes audible. */
class Lane {
    #left = new Float32Array(CAPACITY);
    #right = new Float32Array(CAPACITY);
    #written = 0;
    #read = 0;
    /** Frames of silence to output before the next read. */
    #wait = 0;
    /** @type {'off' | 'held' | 'on'} */
    state = 'off';
    gain = 1;
    aim = 1;
    /** The context's frame of the last loud sample. */
    lastLoud = -1;
    /** Consecutive zero frames at the end of the input. */
    zeros = 0;
    /** A non-zero frame has arrived; the zeros before it are the element's own delay. */
    hasBegun = false;
    /** Frames of silence at the start of the track, until they are aligned; -1 if unknown. */
    leading = -1;
    heardFrom = 0;
    /** `delay` at the beginning of the block. */
    delayOfBlock = 0;

    /** Frames from input to audible output, between two blocks. */
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

    /** Drops the sound that is not audible yet. */
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

    /** Aligns the first loud frame, which is about to be counted as written, behind the leading silence. */
    #align(/** @type {number} */ frame) {
        const quiet = this.#written - this.#read;
        if (this.state === 'on') this.#wait = Math.max(0, this.heardFrom + this.leading - frame - this.delayOfBlock);
        else if (quiet > this.leading) this.#read = this.#written - this.leading;
        else this.#wait = this.leading - quiet;
        this.leading = -1;
    }

    /** @param {Float32Array} pair receives the next frame, at the level of the track */
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
 * @typedef {object} Join how the held deck follows the leading one
 * @property {number} deck
 * @property {number} frame the last audible one of the leading track, or the one at which the other track starts
 * @property {boolean} isPlace `frame` is exact; otherwise it is the approximate end of the leading track
 * @property {number} tail frames of silence at the end of the leading track, -1 if unknown
 * @property {number} leading frames of silence at the start of the held track, -1 if unknown
 * @property {number} fade frames of the crossfade
 */

class Seam extends scope.AudioWorkletProcessor {
    #lanes = [new Lane(), new Lane()];
    #lead = 0;
    /** @type {Join | undefined} */
    #join;
    /** The frame at which the held deck becomes audible; infinite until it is known. */
    #at = Infinity;
    /** @type {{ from: number, frames: number } | undefined} */
    #fade;
    /** @type {Map<string, number>} */
    #alarms = new Map();
    /** The shares of left and right in the left output, and in the right one; they move towards `#shapeAim`. */
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

    /** @param {number} deck becomes audible at once; the other one stops */
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

    /** Handles the leading element's `ended`, if no end was found in its sound. */
    #end(/** @type {Lane} */ lane) {
        if (!this.#join || this.#at < Infinity || lane !== this.#lanes[this.#lead]) return;
        this.#at = scope.currentFrame - Math.min(lane.zeros, EARLY) + lane.delay;
    }

    /**
     * Searches the input for the end of the leading track.
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
            // If the browser resamples, its filter rings on after the last sample.
            const end = tail >= 0 && counted <= first && counted > first - 2 * EARLY ? counted : first;
            this.#at = Math.max(end, expected - delay - EARLY) + delay;
        }
    }

    /** @param {number} frame @param {number} rest the block's frames from it on */
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
