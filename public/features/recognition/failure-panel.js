// @ts-check
// A recognition without a match: what happened, and the next steps.

import { explain } from '../../core/errors.js';
import { number, percent } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { illustrations } from '../../elements/states/illustrations.js';
import { missingCoverage } from './outcomes.js';

/** @typedef {import('./outcomes.js').Outcome} Outcome */
/** @typedef {import('./outcomes.js').Way} Way */

/** @type {Record<Exclude<import('./outcomes.js').Kind, 'matched'>, keyof typeof illustrations>} */
const ART = {
    unmatched: 'search',
    quiet: 'hush',
    refused: 'noMicrophone',
    absent: 'noMicrophone',
    taken: 'noMicrophone',
    insecure: 'broken',
    unsupported: 'broken',
    offline: 'broken',
    busy: 'queue',
    unreadable: 'broken',
    failed: 'broken',
};

/**
 * The analyzed share of the library, unless it is complete.
 * @param {import('./outcomes.js').Coverage | undefined} coverage
 */
export function coverageNote(coverage) {
    const missing = missingCoverage(coverage);
    if (!missing) return undefined;
    const locale = currentLocale();
    const share = percent(missing.share, locale);
    return html`<div class="listen-coverage" data-testid="listen-coverage">
        <p>${t('recognition.coverage', {
            share,
            analyzed: number(missing.analyzed, locale),
            total: number(missing.total, locale),
        })}</p>
        <progress max="${String(missing.total)}" value="${String(missing.analyzed)}"
            aria-label="${t('recognition.coverageLabel')}">${share}</progress></div>`;
}

/** @param {Outcome & { kind: Exclude<Outcome['kind'], 'matched'> }} outcome @param {Way[]} ways */
export function end({ kind, reply, error }, ways) {
    return html`<div class="listen-end" data-testid="listen-${kind}">
        <div class="listen-end-text">${illustrations[ART[kind]]}
            <h2 class="state-title">${t(`recognition.ends.${kind}.title`)}</h2>
            <p>${kind === 'failed' ? explain(error) : t(`recognition.ends.${kind}.text`)}</p>
            ${coverageNote(reply?.coverage)}</div>
        <div class="listen-ways">${ways.map(way)}</div>
    </div>`;
}

/** @param {Way} name @param {number} index */
function way(name, index) {
    if (name === 'search' && index > 0)
        return html`<a class="text-link" href="/search" data-testid="way-search">${t('recognition.ways.search')}</a>`;
    const look = index === 0 ? 'button is-large is-primary' : 'button is-large';
    if (name === 'search')
        return html`<a class="${look}" href="/search"
            data-testid="way-search">${icons.search}${t('recognition.ways.search')}</a>`;
    const icon = { again: icons.microphone, resend: icons.refresh, wish: icons.wish }[name];
    return html`<button type="button" class="${look}" data-way="${name}"
        data-testid="way-${name}">${icon}${
            name === 'again' && index > 0 ? t('recognition.listenAgain') : t(`recognition.ways.${name}`)
        }</button>`;
}
