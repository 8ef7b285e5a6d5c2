// @ts-check
// An entry of the journal: whose face, what happened in a sentence, when and from where; the record behind it.

import { dayName, dateTime, timeOfDay } from '../../../core/format.js';
import { html } from '../../../core/html.js';
import { currentLocale, hasMessage, t } from '../../../core/i18n.js';
import { icons } from '../../../elements/icons.js';
import { avatar } from '../../../elements/music/avatar.js';
import { sentence } from './model.js';

/** @typedef {import('./model.js').Entry} Entry */
/** @typedef {{ username: string, displayName?: string, picture?: string }} Face */

/** The actions whose reason is a sentence for users, and no code. */
const REASONED = ['hide', 'withdraw', 'reject', 'takeDown', 'delete'];

/**
 * @param {Entry} entry
 * @param {object} parts
 * @param {boolean} parts.isFirst of its day
 * @param {Map<string, Face>} parts.faces of people by their ids
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

/** @param {string} origin an address, or what acted without one */
function place(origin) {
    if (origin === 'gateway') return t('journal.gateway');
    return origin === 'command line' ? t('journal.commandLine') : origin;
}

/**
 * What the sentence leaves out, for those who decide by it: the reason, and what something was and became.
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
 * The entry's details, as the journal holds them.
 * @param {Entry} entry
 */
function codes({ number, action, subjectKind, subjectId, details }) {
    const facts = Object.entries(details).sort(([one], [other]) => one.localeCompare(other));
    return html`<dl class="journal-facts"><div><dt>#</dt><dd>${String(number)}</dd></div>
        <div><dt>${t('journal.action')}</dt><dd><code>${action}</code></dd></div>
        ${subjectKind && html`<div><dt>${subjectKind}</dt><dd><code>${subjectId}</code></dd></div>`}
        ${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
