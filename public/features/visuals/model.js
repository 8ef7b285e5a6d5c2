// @ts-check
// Which visual is drawn to a song. Pure.

/** @typedef {NonNullable<import('../../core/types.js').Track['visual']>} VisualName */
/** @typedef {VisualName | 'automatic'} Choice by the listener */
/** @typedef {'on'|'off'|'hardPoints'} ShadingMode */

/** In the order of previous and next. */
export const VISUALS = /** @type {readonly VisualName[]} */ ([
    'currents',
    'aurora',
    'swarm',
    'kaleidoscope',
    'ink',
    'ridges',
    'cells',
    'rings',
    'liquid',
    'tunnel',
]);

/** @type {readonly (readonly VisualName[])[]} from calm songs to driving ones */
const BY_DRIVE = [
    ['aurora', 'ink', 'currents', 'liquid'],
    ['rings', 'currents', 'cells', 'swarm', 'liquid'],
    ['ridges', 'tunnel', 'kaleidoscope', 'swarm', 'cells', 'rings'],
];

/** @param {string} text */
function numberOf(text) {
    let number = 2166136261;
    for (const letter of text) number = Math.imul(number ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
    return number;
}

/**
 * How much a song drives, 0...1: its energy, and less so its tempo and its mode.
 * @param {{ energy?: number | null, tempo?: { bpm: number } | null, key?: { mode: string } | null }} analysis
 */
export function drive({ energy, tempo, key }) {
    const pace = tempo ? Math.min(1, Math.max(0, (tempo.bpm - 60) / 120)) : 0.5;
    const mode = key ? (key.mode === 'major' ? 0.6 : 0.4) : 0.5;
    return 0.7 * (energy ?? 0.5) + 0.2 * pace + 0.1 * mode;
}

/**
 * The visual that a song has by itself: always the same one.
 * @param {string} id of the track
 * @param {Parameters<typeof drive>[0]} [analysis] where it is known
 * @returns {VisualName}
 */
export function automatic(id, analysis) {
    const fitting = analysis ? BY_DRIVE[Math.min(2, Math.floor(drive(analysis) * 3))] : VISUALS;
    return fitting[numberOf(id) % fitting.length];
}

/**
 * What is drawn: the listener's choice, else the track's own visual, else the one that suits the song.
 * @param {Choice} choice
 * @param {{ id: string, visual?: VisualName, analysis?: Parameters<typeof drive>[0] }} song
 * @returns {VisualName}
 */
export function shown(choice, { id, visual, analysis }) {
    if (choice !== 'automatic' && VISUALS.includes(choice)) return choice;
    return visual ?? automatic(id, analysis);
}

/** @param {VisualName} name @param {1 | -1} by @returns {VisualName} */
export const beside = (name, by) =>
    VISUALS[(VISUALS.indexOf(name) + by + VISUALS.length) % VISUALS.length];
