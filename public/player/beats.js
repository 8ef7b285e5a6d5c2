// @ts-check
// The beats of an analyzed track, and their positions in the audible sound. Pure; times in milliseconds.

/** @typedef {[ms: number, strength: number, band: number]} HardPoint */
/**
 * @typedef {object} Rhythm from a track's analysis
 * @property {{ bpm: number, confidence: number } | null} [tempo]
 * @property {{ tonic: string, mode: string, confidence: number } | null} [key]
 * @property {number[]} beats @property {HardPoint[]} hardPoints
 */
/** @typedef {{ periodMs: number, firstMs: number, errorMs: number }} Grid evenly spaced beats from the first on */
/**
 * @typedef {object} Trace how much a sound changes, per block of the audio thread
 * @property {Float32Array} energies the earliest first @property {number} end the frame after the last block
 * @property {number} first the first frame that is not silent, -1 if none
 * @property {number} loud the first loud frame, -1 if none
 */

const BLOCK = 128;
const FEWEST_BEATS = 8;
/** Beats with a larger error (root mean square) have no pulse regular enough to mix on. */
const MOST_ERROR_MS = 18;
/** A hard point within this distance of a beat is on the beat. */
const NEAR_MS = 60;
/** The largest offset between the audible sound and the position that the element reports. */
const MOST_OFF_MS = 120;
/** A match must exceed the mean by this factor. */
const PROMINENCE = 2;
const FEWEST_POINTS = 3;
/**
 * The latest seconds of track time, which alone decide if their match exceeds the mean by this factor: before a stall
 * of the element its offset was another.
 */
const RECENT = { seconds: 3, prominence: 3 };

/**
 * The regular pulse of the beats between two positions, by least squares; undefined if there is none.
 * @param {readonly number[]} beats @param {number} fromMs @param {number} toMs
 * @returns {Grid | undefined}
 */
export function gridOf(beats, fromMs, toMs) {
    const own = beats.filter((beat) => beat >= fromMs && beat <= toMs);
    if (own.length < FEWEST_BEATS) return undefined;
    const steps = own.slice(1).map((beat, place) => beat - own[place]);
    const usual = [...steps].sort((a, b) => a - b)[steps.length >> 1];
    if (!(usual > 0)) return undefined;
    // The number of each beat. A gap of several beats counts as that many.
    const numbers = [0];
    for (const step of steps) numbers.push(numbers[numbers.length - 1] + Math.max(1, Math.round(step / usual)));
    const mean = (/** @type {number[]} */ values) => values.reduce((sum, one) => sum + one, 0) / values.length;
    const [middle, time] = [mean(numbers), mean(own)];
    const spread = mean(numbers.map((number) => (number - middle) ** 2));
    const periodMs = mean(numbers.map((number, place) => (number - middle) * (own[place] - time))) / spread;
    const firstMs = time - middle * periodMs;
    const errorMs = Math.sqrt(mean(numbers.map((number, place) => (own[place] - firstMs - number * periodMs) ** 2)));
    return errorMs <= MOST_ERROR_MS && periodMs > 0 ? { periodMs, firstMs, errorMs } : undefined;
}

/**
 * The strength of the hard point at a position; 0 if there is none.
 * @param {readonly HardPoint[]} hardPoints @param {number} ms
 */
export const strengthAt = (hardPoints, ms) =>
    hardPoints.reduce((most, [at, strength]) => (Math.abs(at - ms) <= NEAR_MS ? Math.max(most, strength) : most), 0);

/** The strength of a beat that is not a hard point, when beats are matched with a sound. */
const PLAIN_BEAT = 80;

/**
 * The positions at which a track's sound changes: its hard points and its other beats.
 * @param {Rhythm} rhythm
 * @returns {HardPoint[]}
 */
export const pointsOf = ({ beats, hardPoints }) => [
    ...hardPoints,
    ...beats
        .filter((ms) => strengthAt(hardPoints, ms) === 0)
        .map((ms) => /** @type {HardPoint} */ ([ms, PLAIN_BEAT, 0])),
];

/**
 * The downbeats between two positions: of every four beats, as in a bar, the one with the strongest hard points.
 * @param {Grid} grid @param {readonly HardPoint[]} hardPoints @param {number} fromMs @param {number} toMs
 */
export function downbeats({ periodMs, firstMs }, hardPoints, fromMs, toMs) {
    const first = Math.ceil((fromMs - firstMs) / periodMs);
    const places = [];
    for (let number = first; firstMs + number * periodMs <= toMs; number++)
        places.push({ number, ms: firstMs + number * periodMs });
    const sums = [0, 0, 0, 0];
    const phase = (/** @type {number} */ number) => ((number % 4) + 4) % 4;
    for (const { number, ms } of places) sums[phase(number)] += strengthAt(hardPoints, ms);
    const best = sums.indexOf(Math.max(...sums));
    return places.filter(({ number }) => phase(number) === best).map(({ ms }) => ms);
}

/**
 * How late a track's hard points come in its latest sound; undefined if they are not found.
 * @param {Trace} trace @param {readonly HardPoint[]} hardPoints
 * @param {(frame: number) => number} placeOf the track position of a frame, as the element reports it
 * @param {number} rate frames per second of track time: the context's rate divided by the speed
 */
export function offsetOf({ energies, end }, hardPoints, placeOf, rate) {
    const recent = energies.subarray(-Math.round((RECENT.seconds * rate) / BLOCK));
    return (
        matchOf(recent, end, hardPoints, placeOf, rate, RECENT.prominence) ??
        matchOf(energies, end, hardPoints, placeOf, rate, PROMINENCE)
    );
}

/**
 * @param {Float32Array} energies @param {number} end @param {readonly HardPoint[]} hardPoints
 * @param {(frame: number) => number} placeOf @param {number} rate @param {number} prominence
 */
function matchOf(energies, end, hardPoints, placeOf, rate, prominence) {
    const start = end - energies.length * BLOCK;
    const rises = new Float32Array(energies.length);
    for (let place = 2; place + 1 < energies.length; place++) {
        const before = energies[place - 1] + energies[place - 2] + 1e-7;
        const after = energies[place] + energies[place + 1] + 1e-7;
        rises[place] = Math.max(0, (after - before) * Math.sqrt(after / before));
    }
    const loudest = rises.reduce((most, rise) => Math.max(most, rise), 0);
    if (!(loudest > 0)) return undefined;
    // A single loud onset must not decide.
    for (let place = 0; place < rises.length; place++) rises[place] = Math.sqrt(rises[place] / loudest);
    const blockMs = (BLOCK / rate) * 1000;
    const [fromMs, toMs] = [placeOf(start) + MOST_OFF_MS, placeOf(end) - MOST_OFF_MS];
    const points = hardPoints.filter(([ms]) => ms >= fromMs && ms <= toMs);
    if (points.length < FEWEST_POINTS) return undefined;
    const steps = Math.ceil(MOST_OFF_MS / blockMs);
    const places = points.map(([ms, strength]) => ({ at: (ms - placeOf(start)) / blockMs, strength }));
    const sums = Array.from({ length: 2 * steps + 1 }, (_, step) =>
        places.reduce((sum, { at, strength }) => sum + strength * (rises[Math.round(at + step - steps)] ?? 0), 0),
    );
    const smooth = sums.map((sum, step) => (sums[step - 1] ?? 0) + 2 * sum + (sums[step + 1] ?? 0));
    const best = smooth.indexOf(Math.max(...smooth));
    const mean = smooth.reduce((sum, one) => sum + one, 0) / smooth.length;
    if (smooth[best] < prominence * mean) return undefined;
    // Interpolates between blocks, weighted by the neighbors.
    const around = [best - 1, best, best + 1].map((step) => sums[step] ?? 0);
    const weight = around.reduce((sum, one) => sum + one, 0);
    const fine = weight > 0 ? (around[2] - around[0]) / weight : 0;
    return (best - steps + fine) * blockMs;
}
