// @ts-check

import { dateTime } from '../../../core/format.js';
import { html } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { sentence } from './model.js';

/** @typedef {import('./model.js').Entry} Entry */

/** The actions whose reason is a sentence for users, and no code. */
const REASONED = ['hide', 'withdraw', 'reject', 'takeDown', 'delete'];

/** @param {Entry} entry */
export function entryRow(entry) {
    const { number, at, action, origin, details } = entry;
    const reason =
        REASONED.includes(action.split('.').at(-1) ?? '') && !action.startsWith('session') ? details.reason : undefined;
    return html`<tr data-testid="journal-row" data-key="${String(number)}">
        <td><time datetime="${at}">${dateTime(at, currentLocale())}</time></td>
        <td><p class="journal-said" dir="auto" data-testid="journal-said">${sentence(entry).map(part)}</p>
            ${reason && html`<p class="journal-subject">${t('journal.reason', { reason })}</p>`}
            <details
                class="journal-codes"><summary data-testid="journal-codes">${t('journal.codes')}</summary>${codes(
                    entry,
                )}</details></td><td>${origin}</td></tr>`;
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
