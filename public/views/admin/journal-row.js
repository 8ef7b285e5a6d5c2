// @ts-check

import { dateTime } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';

/** @typedef {{ number: number, at: string, action: string, personId?: string, person?: string, origin: string, subjectKind?: string, subjectId?: string, details: Record<string, string> }} Entry */

/** @param {Entry} entry */
export function entryRow({ number, at, action, personId, person, origin, subjectKind, subjectId, details }) {
    const who = person ?? (personId ? t('journal.deleted') : origin === 'gateway' ? t('journal.gateway') : origin === 'command line' ? t('journal.commandLine') : t('journal.somebody'));
    const facts = Object.entries(details).map(([name, value]) => `${name}: ${value}`).join(', ');
    return html`<tr data-testid="journal-row"><td><time datetime="${at}">${dateTime(at, currentLocale())}</time> <span class="quiet">#${String(number)}</span></td><td>${who}</td><td><code>${action}</code></td>
        <td><span class="journal-what">${facts}</span>${subjectKind && html`<span class="journal-subject">${subjectKind} <code>${subjectId}</code></span>`}</td><td>${origin}</td></tr>`;
}
