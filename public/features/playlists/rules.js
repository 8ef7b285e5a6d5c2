// @ts-check
// The rules of smart playlists as a tree: the fields, their operators, and changes to the tree.

/** @typedef {{ field: string, operator: string, value?: any }} Rule */
/** @typedef {{ match: 'all' | 'any', rules: Member[] }} Group */
/** @typedef {Rule | Group} Member */
/**
 * @typedef {Group & { order: string, descending: boolean, limit?: { tracks?: number, minutes?: number },
 *   perspective?: string }} Rules
 */
/**
 * @typedef {'text' | 'mood' | 'format' | 'key' | 'library' | 'playlist' | 'number' | 'measure' | 'stars' | 'average' |
 *   'date' | 'flag' | 'people'} Kind
 */

const OPERATORS = {
    text: ['is', 'isNot', 'contains', 'containsNot', 'startsWith', 'endsWith'],
    mood: ['is', 'isNot'],
    format: ['is', 'isNot'],
    key: ['is', 'isNot'],
    library: ['is', 'isNot'],
    playlist: ['is', 'isNot'],
    number: ['is', 'isNot', 'greaterThan', 'lessThan', 'between'],
    // Measured values are rarely exactly equal, so `between` comes first.
    measure: ['between', 'greaterThan', 'lessThan', 'is', 'isNot'],
    stars: ['is', 'isNot', 'greaterThan', 'lessThan', 'between'],
    average: ['greaterThan', 'lessThan', 'between'],
    date: ['inTheLast', 'notInTheLast', 'before', 'after', 'between'],
    flag: ['isTrue', 'isFalse'],
    people: ['atLeast', 'lessThan'],
};

/** @type {Record<string, Kind>} */
export const FIELDS = {
    title: 'text',
    artist: 'text',
    albumArtist: 'text',
    album: 'text',
    genre: 'text',
    mood: 'mood',
    year: 'number',
    releaseDate: 'date',
    added: 'date',
    liked: 'flag',
    rating: 'stars',
    played: 'flag',
    playCount: 'number',
    lastPlayed: 'date',
    averageRating: 'average',
    likedByOthers: 'people',
    playedByOthers: 'people',
    duration: 'number',
    tempo: 'measure',
    key: 'key',
    loudness: 'measure',
    energy: 'measure',
    bpm: 'number',
    bitrate: 'number',
    format: 'format',
    lossless: 'flag',
    compilation: 'flag',
    hasLyrics: 'flag',
    explicit: 'flag',
    playlist: 'playlist',
    library: 'library',
};
export const ORDERS = [
    'added',
    'title',
    'artist',
    'album',
    'year',
    'releaseDate',
    'duration',
    'bitrate',
    'tempo',
    'loudness',
    'energy',
    'bpm',
    'playCount',
    'lastPlayed',
    'liked',
    'rating',
    'averageRating',
    'random',
];
export const FORMATS = [
    'aac',
    'alac',
    'ape',
    'flac',
    'mp1',
    'mp2',
    'mp3',
    'opus',
    'pcm',
    'speex',
    'vorbis',
    'wavpack',
    'wma',
];
/** The tonics of keys, in keyboard order. */
export const TONICS = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];
export const MODES = ['major', 'minor'];
export const DEEPEST = 5;

/** The kinds of fields with numeric values. */
const NUMBERS = ['number', 'measure', 'stars', 'average', 'people'];
/** @type {Record<string, { min: number, max?: number, step: string }>} fields other than whole numbers from 0 */
const RANGES = {
    rating: { min: 0, max: 5, step: '0.5' },
    averageRating: { min: 0, max: 5, step: 'any' },
    loudness: { min: -100, max: 20, step: '0.1' },
    energy: { min: 0, max: 100, step: '1' },
};

export const operatorsOf = (/** @type {string} */ field) => OPERATORS[FIELDS[field]];
export const isGroup = (/** @type {Member} */ member) => 'rules' in member;

/** @param {string} field @returns {boolean} */
export const isNumeric = (field) => NUMBERS.includes(FIELDS[field]);
/** @param {string} field @returns {{ min: number, max?: number, step: string }} */
export const rangeOf = (field) => RANGES[field] ?? { min: 0, step: '1' };

/** @returns {Rules} */
export const noRules = () => ({ match: 'all', rules: [newRule()], order: 'added', descending: true });

/** @returns {Rule} */
export const newRule = () => withField('genre');

/**
 * A rule for another field, with its first operator and no value.
 * @param {string} field
 * @returns {Rule}
 */
export function withField(field) {
    return withOperator({ field, operator: 'is' }, operatorsOf(field)[0]);
}

/**
 * A rule with another operator. Keeps the entered value where it still fits.
 * @param {Rule} rule
 * @param {string} operator
 * @returns {Rule}
 */
export function withOperator({ field, operator: before, value }, operator) {
    const [was, is] = [shapeOf(field, before), shapeOf(field, operator)];
    if (is === 'none') return { field, operator };
    if (is === 'two' && was === 'one') return { field, operator, value: [value ?? '', value ?? ''] };
    if (is === 'two') return { field, operator, value: Array.isArray(value) ? value : ['', ''] };
    if (was === 'two' && is === 'one') return { field, operator, value: value?.[0] ?? '' };
    return { field, operator, value: was === is ? (value ?? '') : is === 'days' ? 30 : '' };
}

/**
 * The operands of a rule: none, one value, two values, or a number of days.
 * @param {string} field
 * @param {string} operator
 */
export function shapeOf(field, operator) {
    if (FIELDS[field] === 'flag') return 'none';
    if (operator === 'inTheLast' || operator === 'notInTheLast') return 'days';
    return operator === 'between' ? 'two' : 'one';
}

/**
 * Converts the entered text to the server's format.
 * @param {string} field
 * @param {string} operator
 * @param {string[]} typed
 */
export function valueOf(field, operator, typed) {
    const isNumber = shapeOf(field, operator) === 'days' || isNumeric(field);
    const values = typed.map((one) =>
        isNumber && one.trim() !== '' && Number.isFinite(Number(one)) ? Number(one) : one,
    );
    return shapeOf(field, operator) === 'two' ? values : values[0];
}

/**
 * Whether all rules are filled in.
 * @param {Member} member
 * @returns {boolean}
 */
export function isComplete(member) {
    if ('rules' in member) return member.rules.every(isComplete);
    if (shapeOf(member.field, member.operator) === 'none') return true;
    return [member.value].flat().every((one) => one !== undefined && String(one).trim() !== '');
}

/** @param {Group} group @param {number[]} path @returns {Member} */
export function at(group, path) {
    return path.reduce((/** @type {any} */ member, index) => member.rules[index], group);
}

/**
 * The tree with the member at `path` replaced; undefined removes it.
 * @template {Group} T
 * @param {T} group @param {number[]} path @param {Member | undefined} member
 * @returns {T}
 */
export function replaced(group, [index, ...rest], member) {
    const rules = [...group.rules];
    if (rest.length > 0) rules[index] = replaced(/** @type {Group} */ (rules[index]), rest, member);
    else if (member) rules[index] = member;
    else rules.splice(index, 1);
    return { ...group, rules: rules.filter((one) => !('rules' in one) || one.rules.length > 0) };
}

/**
 * @template {Group} T
 * @param {T} group @param {number[]} path the path of the parent group @param {Member} member
 * @returns {T}
 */
export function added(group, path, member) {
    if (path.length === 0) return { ...group, rules: [...group.rules, member] };
    const inner = /** @type {Group} */ (at(group, path));
    return replaced(group, path, { ...inner, rules: [...inner.rules, member] });
}

/**
 * The path in the tree from the field of a server error, such as `rules.rules[0].rules[2].value`.
 * @param {string | undefined} field
 */
export function pathOf(field) {
    return [...(field ?? '').matchAll(/rules\[(\d+)\]/g)].map((match) => Number(match[1]));
}
