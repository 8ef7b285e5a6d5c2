// @ts-check
// Turns the journal's action codes into sentences with the names of users and things.

import { hasMessage, t } from '../../../core/i18n.js';

/** @typedef {{ name: string, artist?: string }} Name */
/**
 * @typedef {{ number: number, at: string, action: string, personId?: string, person?: string,
 *   origin: string, subjectKind?: string, subjectId?: string, details: Record<string, string>,
 *   names?: Record<string, Name> }} Entry
 */
/** @typedef {{ translate: typeof t, has: typeof hasMessage }} Words */
/**
 * @typedef {{ text: string, path?: string, isName?: boolean }} Part of a sentence; a name is emphasized, and linked
 *   where it has a page
 */

/** The details that store a thing's name, for use after the thing is deleted. */
const SNAPSHOTS = ['title', 'name', 'username', 'label', 'text'];
/** Actions whose sentence names the thing in these details instead of the entry's subject. */
const MENTIONED = /** @type {Record<string, readonly string[]>} */ ({
    'report.create': ['track', 'playlist', 'post', 'comment', 'user'],
    'moment.create': ['track'],
    'moment.edit': ['track'],
    'moment.delete': ['track'],
    'moment.hide': ['track'],
    'moment.show': ['track'],
});
/** Delimits the placeholders in a sentence. No name contains this character. */
const MARK = '\u0001';

/** The kinds of things that the journal can be filtered by. */
export const JOURNAL_KINDS = /** @type {const} */ ([
    'user',
    'track',
    'album',
    'artist',
    'playlist',
    'submission',
    'post',
    'comment',
    'moment',
    'report',
    'wish',
    'folder',
    'playlistFolder',
    'shelfItem',
    'share',
    'library',
    'scan',
    'backup',
    'plan',
    'provider',
    'renderer',
    'invitation',
    'request',
    'setting',
    'radio',
    'podcast',
    'episode',
    'letter',
]);

/**
 * The message key of an action.
 * @param {string} action
 */
export function actionKey(action) {
    return `journal.said.${action.replaceAll('.', '_')}`;
}

/**
 * The actor's name for the sentence.
 * @param {Entry} entry
 * @param {Words} words
 */
function actor({ person, personId, origin }, { translate }) {
    return (
        person ??
        translate(
            personId
                ? 'journal.deleted'
                : origin === 'gateway'
                  ? 'journal.gateway'
                  : origin === 'command line'
                    ? 'journal.commandLine'
                    : 'journal.somebody',
        )
    );
}

/**
 * The parts of an entry's sentence in order.
 * @param {Entry} entry @param {Words} [words] defaults to the current language @returns {Part[]}
 */
export function sentence(entry, words = { translate: t, has: hasMessage }) {
    const who = {
        text: actor(entry, words),
        path: entry.person && entry.personId ? `/people/${encodeURIComponent(entry.personId)}` : undefined,
        isName: Boolean(entry.person),
    };
    const parts = { who, what: subject(entry, words) };
    const key = actionKey(entry.action);
    // An action of a later server version has no message: its code is shown.
    const text = words.has(key)
        ? words.translate(key, { who: `${MARK}who${MARK}`, what: `${MARK}what${MARK}` })
        : `${MARK}who${MARK} ${entry.action} ${MARK}what${MARK}`;
    return text
        .split(MARK)
        .map((piece, index) => (index % 2 === 1 ? parts[/** @type {'who' | 'what'} */ (piece)] : { text: piece }))
        .filter((part) => part.text);
}

/**
 * The entry's subject as a part of the sentence.
 * @param {Entry} entry
 * @param {Words} words
 * @returns {Part}
 */
function subject({ action, subjectKind, subjectId, details, names = {} }, { translate, has }) {
    const called = (/** @type {Name} */ { name, artist }) =>
        artist ? translate('journal.byArtist', { title: name, artist }) : name;
    for (const kind of MENTIONED[action] ?? []) {
        if (details[kind] && names[kind])
            return { text: called(names[kind]), path: thingPath(kind, details[kind]), isName: true };
    }
    if (names.subject && subjectKind && subjectId)
        return { text: called(names.subject), path: thingPath(subjectKind, subjectId), isName: true };
    const kept = SNAPSHOTS.map((name) => details[name]).find(Boolean);
    if (kept) return { text: called({ name: kept, artist: details.artist }), isName: true };
    if (subjectKind === 'day' || subjectKind === 'setting' || subjectKind === 'cleanup')
        return { text: subjectId ?? '', isName: true };
    const key = `journal.things.${subjectKind ?? 'something'}`;
    return { text: translate(has(key) ? key : 'journal.things.something') };
}

/**
 * The path of a thing's page; undefined for a kind without a page.
 * @param {string} kind
 * @param {string} id
 */
function thingPath(kind, id) {
    const name = encodeURIComponent(id);
    switch (kind) {
        case 'track':
        case 'album':
        case 'artist':
        case 'playlist':
        case 'genre':
            return `/${kind}s/${name}`;
        case 'user':
            return '/administration/users';
        case 'submission':
            return '/administration/moderation';
        case 'report':
            return '/administration/moderation/reports';
        case 'library':
        case 'scan':
            return '/administration/library';
        case 'plan':
            return '/administration/plans';
        case 'provider':
            return '/administration/lyrics';
        case 'renderer':
            return '/administration/settings';
        case 'invitation':
            return '/administration/invitations';
        case 'request':
            return '/administration/requests';
        case 'wish':
            return '/wishes';
        case 'radio':
            return '/radio';
        default:
            return undefined;
    }
}
