// @ts-check
// Chooses the visual for a track. Pure.

/** @typedef {NonNullable<import('../../core/types.js').Track['visual']>} VisualName */
/** @typedef {VisualName | 'automatic'} Choice the listener's setting */
/** @typedef {'on'|'off'|'hardPoints'} ShadingMode */

/** In the order of the previous and next buttons. */
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

/** @type {readonly (readonly VisualName[])[]} from calm tracks to driving ones */
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
 * How driving a track is, 0...1: mostly its energy, partly its tempo and mode.
 * @param {{ energy?: number | null, tempo?: { bpm: number } | null, key?: { mode: string } | null }} analysis
 */
export function drive({ energy, tempo, key }) {
    const pace = tempo ? Math.min(1, Math.max(0, (tempo.bpm - 60) / 120)) : 0.5;
    const mode = key ? (key.mode === 'major' ? 0.6 : 0.4) : 0.5;
    return 0.7 * (energy ?? 0.5) + 0.2 * pace + 0.1 * mode;
}

/**
 * The automatic visual of a track. It is always the same for the same track and analysis.
 * @param {string} id the track's ID
 * @param {Parameters<typeof drive>[0]} [analysis] if known
 * @returns {VisualName}
 */
export function automatic(id, analysis) {
    const fitting = analysis ? BY_DRIVE[Math.min(2, Math.floor(drive(analysis) * 3))] : VISUALS;
    return fitting[numberOf(id) % fitting.length];
}

/**
 * The visual to draw: the listener's choice, else the track's own visual, else the automatic one.
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
