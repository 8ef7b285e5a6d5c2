// @ts-check

import { ago } from '../../../core/format.js';
import { html } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';

/**
 * @typedef {{ id: string, person: string, text: string, at: string, state: 'open' | 'planned' | 'done' | 'declined',
 *   answer: string, answeredBy?: string }} FeatureRequest
 */

/** @param {FeatureRequest} request @param {{ asAdmin: boolean }} options whether the viewer answers requests */
export function requestRow({ id, person, text, at, state, answer, answeredBy }, { asAdmin }) {
    const line = [asAdmin && person, ago(at, currentLocale())].filter(Boolean).join(' · ');
    return html`<li class="thing is-tall" data-key="${id}" data-testid="request">
        <div class="thing-text"><p class="long-text">${text}</p>
        <p class="thing-line"><span class="badge"
            data-testid="request-state">${t(`requests.states.${state}`)}</span> ${line}</p>
        ${
            answer &&
            html`<p class="request-answer long-text"><span
            class="thing-line">${t('requests.answeredBy', { name: answeredBy ?? t('roles.admin') })}</span> ${
                answer
            }</p>`
        }</div>
        ${
            asAdmin
                ? html`<button type="button" class="button is-small" data-answer="${id}" data-focus="answer"
                    aria-label="${t('requests.answerNamed', { name: person })}"
                    data-testid="request-answer">${t('requests.answer')}</button>`
                : state === 'open' &&
                  html`<button type="button" class="button is-small" data-withdraw="${id}" data-focus="withdraw"
                      data-testid="request-withdraw">${t('requests.withdraw')}</button>`
        }</li>`;
}
