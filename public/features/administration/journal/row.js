// @ts-check
// A journal entry as a row: the actor's picture, the sentence, the time, the origin, and the stored record.

import { dayName, dateTime, timeOfDay } from '../../../core/format.js';
import { html } from '../../../core/html.js';
import { currentLocale, hasMessage, t } from '../../../core/i18n.js';
import { icons } from '../../../elements/icons.js';
import { avatar } from '../../../elements/music/avatar.js';
import { sentence } from './model.js';

/** @typedef {import('./model.js').Entry} Entry */
/** @typedef {{ username: string, displayName?: string, picture?: string }} Face */

/** The actions whose reason is a sentence written for users, not a code. */
const REASONED = ['hide', 'withdraw', 'reject', 'takeDown', 'delete'];

/**
 * @param {Entry} entry
 * @param {object} parts
 * @param {boolean} parts.isFirst whether the entry is the first of its day
 * @param {Map<string, Face>} parts.faces users' pictures by user ID
 */
export function entryRow(entry, { isFirst, faces }) {
    const { number, at, origin } = entry;
    const locale = currentLocale();
    return html`${
        isFirst &&
        html`<li class="journal-day" data-testid="journal-day"><h2>${dayName(at, locale)}</h2></li>`
    }<li class="journal-entry" data-testid="journal-row" data-key="${String(number)}">
        ${face(entry, faces)}
        <div class="journal-text"><p class="journal-said" dir="auto"
            data-testid="journal-said">${sentence(entry).map(part)}</p>
            ${more(entry).map((line) => html`<p class="journal-subject" dir="auto">${line}</p>`)}
            <p class="journal-subject"><time datetime="${at}" title="${dateTime(at, locale)}">${timeOfDay(
                at,
                locale,
            )}</time> · ${place(origin)}</p>
            <details class="journal-codes"><summary data-testid="journal-codes"
                data-focus="codes">${t('journal.codes')}</summary>${codes(entry)}</details></div></li>`;
}

/** @param {Entry} entry @param {Map<string, Face>} faces */
function face({ person, personId, origin }, faces) {
    const known = personId ? faces.get(personId) : undefined;
    if (known || person) return avatar(known ?? { username: person ?? '' });
    const icon = origin === 'command line' ? icons.keyboard : origin === 'gateway' ? icons.settings : icons.person;
    return html`<span class="journal-icon" aria-hidden="true">${icon}</span>`;
}

/** @param {string} origin an address, or `gateway` or `command line` */
function place(origin) {
    if (origin === 'gateway') return t('journal.gateway');
    return origin === 'command line' ? t('journal.commandLine') : origin;
}

/**
 * The facts that the sentence omits but a reviewer needs: the reason, and the old and new value.
 * @param {Entry} entry
 * @returns {string[]}
 */
export function more({ action, details, names = {} }) {
    const lines = [];
    const isReasoned = REASONED.includes(action.split('.').at(-1) ?? '') && !action.startsWith('session');
    if (isReasoned && details.reason) lines.push(t('journal.reason', { reason: details.reason }));
    const role = (/** @type {string} */ name) => (hasMessage(`roles.${name}`) ? t(`roles.${name}`) : name);
    if (action === 'user.role' && details.from && details.to)
        lines.push(t('journal.became', { from: role(details.from), to: role(details.to) }));
    if (action === 'user.plan')
        lines.push(t('journal.nowPlan', { plan: names.plan?.name ?? t('users.planDefault') }));
    return lines;
}

/** @param {import('./model.js').Part} part */
function part({ text, path, isName }) {
    if (!isName) return text;
    return path ? html`<a href="${path}"><bdi>${text}</bdi></a>` : html`<em><bdi>${text}</bdi></em>`;
}

/**
 * The entry's details as the journal stores them.
 * @param {Entry} entry
 */
function codes({ number, action, subjectKind, subjectId, details }) {
    const facts = Object.entries(details).sort(([one], [other]) => one.localeCompare(other));
    return html`<dl class="journal-facts"><div><dt>#</dt><dd>${String(number)}</dd></div>
        <div><dt>${t('journal.action')}</dt><dd><code>${action}</code></dd></div>
        ${subjectKind && html`<div><dt>${subjectKind}</dt><dd><code>${subjectId}</code></dd></div>`}
        ${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
