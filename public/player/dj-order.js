// @ts-check
// Orders songs for mixing: neighbors have similar tempos and compatible keys. Pure.

/**
 * @typedef {object} Figures of a track's analysis
 * @property {string} id of the track @property {number} [bpm] @property {number} [energy] from 0 to 1
 * @property {{ tonic: string, mode: string, confidence?: number }} [key]
 */
/** @typedef {{ tempo: boolean, key: boolean }} Fit what matches between two songs */

const TONICS = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];
/** Tempos that differ by at most this fraction match. */
const NEAR_TEMPO = 0.08;
const NEAR = Math.log2(1 + NEAR_TEMPO);
/** The cost of an unknown key and of clashing keys. */
const [UNKNOWN_KEY, CLASH] = [0.8, 1.6];
/** The base cost of a tempo that cannot be bent to the other. */
const FAR = 4;
/** Reversals span at most REACH songs, in ROUNDS rounds: two thousand songs take less than a second. */
const [REACH, ROUNDS] = [80, 4];

/**
 * The position of a key on the circle of fifths, from 1 to 12, in the Camelot notation of mixing software. Neighbors
 * share all notes but one. `8A` is A minor, `8B` its relative, C major.
 * @param {{ tonic: string, mode: string } | undefined} key
 * @returns {{ place: number, isMinor: boolean } | undefined}
 */
export function wheelOf(key) {
    const tonic = TONICS.indexOf(key?.tonic ?? '');
    if (!key || tonic < 0) return undefined;
    const isMinor = key.mode === 'minor';
    return { place: (((tonic + (isMinor ? 3 : 0)) * 7 + 7) % 12) + 1, isMinor };
}

/**
 * The distance of two tempos in octaves. Half and double tempo count as the same.
 * @param {number} bpm @param {number} other
 */
export function tempoDistance(bpm, other) {
    const octaves = Math.abs(Math.log2(bpm / other));
    return octaves < 0.5 ? octaves : Math.abs(octaves - 1);
}

/** @param {Figures | undefined} one @param {Figures | undefined} other @returns {Fit} */
export function fitOf(one, other) {
    const tempo = one?.bpm !== undefined && other?.bpm !== undefined && tempoDistance(one.bpm, other.bpm) <= NEAR;
    return { tempo, key: keyCost(wheelOf(one?.key), wheelOf(other?.key)) < UNKNOWN_KEY };
}

/** @param {ReturnType<typeof wheelOf>} one @param {ReturnType<typeof wheelOf>} other */
function keyCost(one, other) {
    if (!one || !other) return UNKNOWN_KEY;
    const around = Math.abs(one.place - other.place);
    const steps = Math.min(around, 12 - around);
    if (one.isMinor === other.isMinor) return steps === 0 ? 0 : steps === 1 ? 0.3 : CLASH;
    return steps === 0 ? 0.3 : CLASH;
}

/**
 * The songs in an order for mixing: from `before` or the first song on, the best fit comes next (greedy). Parts are
 * then reversed where that lowers the cost (2-opt). Deterministic. Songs without a tempo come last, in their own order.
 * @template {Figures} T
 * @param {readonly T[]} songs
 * @param {Figures} [before] the song that plays before them
 * @returns {T[]}
 */
export function orderForMixing(songs, before) {
    const known = songs.filter(({ bpm }) => bpm !== undefined && bpm > 0);
    const unknown = songs.filter((song) => !known.includes(song));
    if (known.length === 0) return [...unknown];
    const lead = before?.bpm ? [before] : [];
    const all = [...lead, ...known];
    const wheels = all.map(({ key }) => wheelOf(key));
    const logs = all.map(({ bpm }) => Math.log2(/** @type {number} */ (bpm)));
    const cost = (/** @type {number} */ one, /** @type {number} */ other) => {
        const octaves = Math.abs(logs[one] - logs[other]);
        const tempo = (octaves < 0.5 ? octaves : Math.abs(octaves - 1)) / NEAR;
        const far = tempo <= 1 ? tempo * tempo : FAR + tempo;
        const energy = Math.abs((all[one].energy ?? 0.5) - (all[other].energy ?? 0.5));
        return far + keyCost(wheels[one], wheels[other]) + 0.5 * energy;
    };
    const path = turned(greedy(all.length, cost), cost).slice(lead.length);
    return [...path.map((place) => /** @type {T} */ (all[place])), ...unknown];
}

/** @param {number} count @param {(one: number, other: number) => number} cost */
function greedy(count, cost) {
    const left = Array.from({ length: count - 1 }, (_, place) => place + 1);
    const path = [0];
    while (left.length > 0) {
        const last = path[path.length - 1];
        let [best, least] = [0, Infinity];
        for (let place = 0; place < left.length; place++) {
            const one = cost(last, left[place]);
            if (one < least) [best, least] = [place, one];
        }
        path.push(...left.splice(best, 1));
    }
    return path;
}

/**
 * Reverses parts of the path as long as that lowers the cost. The first stays first.
 * @param {number[]} path @param {(one: number, other: number) => number} cost
 */
function turned(path, cost) {
    const last = path.length - 1;
    let isBetter = true;
    for (let round = 0; round < ROUNDS && isBetter; round++) {
        isBetter = false;
        for (let from = 1; from < last; from++) {
            for (let to = from + 1; to <= Math.min(last, from + REACH); to++) {
                const behind = to < last ? cost(path[from], path[to + 1]) - cost(path[to], path[to + 1]) : 0;
                if (cost(path[from - 1], path[to]) - cost(path[from - 1], path[from]) + behind >= -1e-9) continue;
                path.splice(from, to - from + 1, ...path.slice(from, to + 1).reverse());
                isBetter = true;
            }
        }
    }
    return path;
}
