// @ts-check
// Rules and groups of rules as rows of native fields. When the tree's shape changes, it is rendered again and the focus
// moves to the affected control.

import { delegate } from '../../core/dom.js';
import { attribute, html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { tonicName } from '../../elements/music/key-name.js';
import {
    added,
    at,
    DEEPEST,
    FIELDS,
    FORMATS,
    isGroup,
    isNumeric,
    MODES,
    newRule,
    operatorsOf,
    rangeOf,
    replaced,
    shapeOf,
    TONICS,
    valueOf,
    withField,
    withOperator,
} from './rules.js';

/** @typedef {import('./rules.js').Rules} Rules */
/** @typedef {import('./rules.js').Rule} Rule */
/** @typedef {{ libraries: [string, string][], playlists: [string, string][] }} Choices */

/**
 * @param {HTMLElement} host
 * @param {{ rules: Rules, choices: Choices, changed: (rules: Rules) => void }} parts
 */
export function ruleBuilder(host, { rules, choices, changed }) {
    const pathOf = (/** @type {Element} */ element) => {
        const text = /** @type {HTMLElement} */ (element.closest('[data-path]')).dataset.path ?? '';
        return text === '' ? [] : text.split('.').map(Number);
    };
    /** @param {Rules} next @param {string} [focus] selector to focus if the tree's shape has changed */
    const become = (next, focus) => {
        rules = next;
        if (focus) draw(focus);
        changed(rules);
    };
    const draw = (/** @type {string} */ focus = '') => {
        render(host, group(rules, [], choices));
        if (focus) /** @type {HTMLElement | null} */ (host.querySelector(focus))?.focus();
    };
    const selector = (/** @type {number[]} */ path, /** @type {string} */ part) =>
        `[data-path="${path.join('.')}"] ${part}`;
    const ruleAt = (/** @type {Element} */ element) => /** @type {Rule} */ (at(rules, pathOf(element)));

    delegate(host, 'change', '[data-match]', (select) => {
        const path = pathOf(select);
        const match = /** @type {'all' | 'any'} */ (/** @type {HTMLSelectElement} */ (select).value);
        become(
            path.length === 0
                ? { ...rules, match }
                : replaced(rules, path, { .../** @type {any} */ (at(rules, path)), match }),
        );
    });
    delegate(host, 'change', '[data-field]', (select) => {
        const path = pathOf(select);
        become(
            replaced(rules, path, withField(/** @type {HTMLSelectElement} */ (select).value)),
            selector(path, '[data-field]'),
        );
    });
    delegate(host, 'change', '[data-operator]', (select) => {
        const path = pathOf(select);
        become(
            replaced(rules, path, withOperator(ruleAt(select), /** @type {HTMLSelectElement} */ (select).value)),
            selector(path, '[data-operator]'),
        );
    });
    delegate(host, 'input', '[data-value]', (input) => {
        const rule = ruleAt(input);
        const row = /** @type {Element} */ (input.closest('[data-path]'));
        const typed = [.../** @type {NodeListOf<HTMLInputElement>} */ (row.querySelectorAll('[data-value]'))].map(
            (one) => one.value,
        );
        become(replaced(rules, pathOf(input), { ...rule, value: valueOf(rule.field, rule.operator, typed) }));
    });
    delegate(host, 'click', '[data-add]', (button) => {
        const path = pathOf(button);
        const size = path.length === 0 ? rules.rules.length : /** @type {any} */ (at(rules, path)).rules.length;
        const isNested = button.dataset.add === 'group';
        const member = isNested ? { match: /** @type {const} */ ('any'), rules: [newRule()] } : newRule();
        become(added(rules, path, member), selector([...path, size, ...(isNested ? [0] : [])], '[data-field]'));
    });
    delegate(host, 'click', '[data-drop]', (button) => {
        become(replaced(rules, pathOf(button), undefined), '[data-add="rule"]');
    });
    draw();
    return {
        /**
         * Shows an error message beside the rule that caused it.
         * @param {number[]} path
         * @param {string} text
         */
        blame(path, text) {
            const row = host.querySelector(`[data-path="${path.join('.')}"]`);
            const note = row?.querySelector('[data-note]');
            if (!note) return false;
            note.textContent = text;
            /** @type {HTMLElement | null | undefined} */ (
                row?.querySelector('[data-value]') ?? row?.querySelector('[data-field]')
            )?.focus();
            return true;
        },
    };
}

/** @param {import('./rules.js').Group} given @param {number[]} path @param {Choices} choices @returns {unknown} */
function group(given, path, choices) {
    const isTop = path.length === 0;
    return html`<fieldset class="rule-group" data-path="${path.join('.')}" data-testid="rule-group">
        <legend class="visually-hidden">${t(isTop ? 'smart.rules' : 'smart.group')}</legend>
        <div class="rule-head"><label><span class="visually-hidden">${t('smart.match')}</span><select
            data-match>${['all', 'any'].map(
                (one) =>
                    html`<option value="${one}"
            ${attribute('selected', one === given.match)}>${t(`smart.matches.${one}`)}</option>`,
            )}</select></label>
            ${
                !isTop &&
                html`<button type="button" class="icon-button" data-drop aria-label="${t('smart.removeGroup')}"
                title="${t('smart.removeGroup')}">${icons.trash}</button>`
            }</div>
        ${given.rules.map((member, index) =>
            isGroup(member)
                ? group(/** @type {any} */ (member), [...path, index], choices)
                : row(/** @type {Rule} */ (member), [...path, index], choices),
        )}
        <div class="rule-tools"><button type="button" class="button is-small" data-add="rule"
            data-testid="add-rule">${icons.plus}${t('smart.addRule')}</button>
            ${
                path.length + 1 < DEEPEST &&
                html`<button type="button" class="button is-small" data-add="group"
                data-testid="add-group">${icons.plus}${t('smart.addGroup')}</button>`
            }</div>
    </fieldset>`;
}

/** @param {Rule} rule @param {number[]} path @param {Choices} choices */
function row(rule, path, choices) {
    const number = path.map((index) => index + 1).join('.');
    const fields = Object.keys(FIELDS).filter((name) => name === rule.field || choicesOf(name, choices)?.length !== 0);
    return html`<div class="rule" data-path="${path.join('.')}" role="group" aria-label="${t('smart.rule', { number })}"
        data-testid="rule">
        <select data-field
            aria-label="${t('smart.field')}">${fields.map(
                (name) =>
                    html`<option value="${name}"
            ${attribute('selected', name === rule.field)}>${t(`smart.fields.${name}`)}</option>`,
            )}</select>
        <select data-operator
            aria-label="${t('smart.operator')}">${operatorsOf(rule.field).map(
                (name) =>
                    html`<option value="${name}"
            ${attribute('selected', name === rule.operator)}>${t(`smart.operators.${name}`)}</option>`,
            )}</select>
        <span class="rule-values">${values(rule, choices)}</span>
        <button type="button" class="icon-button" data-drop aria-label="${t('smart.removeRule', { number })}"
            title="${t('actions.remove')}">${icons.trash}</button>
        <p class="field-hint is-error" data-note role="alert"></p>
    </div>`;
}

/** @param {string} field @param {Choices} choices @returns {[string, string][] | undefined} */
function choicesOf(field, choices) {
    if (field === 'format') return FORMATS.map((one) => [one, one.toUpperCase()]);
    if (field === 'key') return MODES.flatMap((mode) => TONICS.map((tonic) => keyChoice(tonic, mode)));
    if (field === 'library') return choices.libraries;
    return field === 'playlist' ? choices.playlists : undefined;
}

/** @param {string} tonic @param {string} mode @returns {[string, string]} */
function keyChoice(tonic, mode) {
    const name = tonicName({ tonic, mode }, currentLocale());
    return [`${tonic} ${mode}`, t('sound.keyOf', { tonic: name, mode: t(`sound.modes.${mode}`) })];
}

/**
 * The units of the values that have one.
 * @type {Record<string, () => string>}
 */
const UNITS = {
    duration: () => t('smart.seconds'),
    bitrate: () => 'kbit/s',
    tempo: () => 'BPM',
    loudness: () => 'LUFS',
    energy: () => '%',
};

/** @param {Rule} rule @param {Choices} choices */
function values(rule, choices) {
    const shape = shapeOf(rule.field, rule.operator);
    if (shape === 'none') return '';
    const known = choicesOf(rule.field, choices);
    if (known) {
        const options = [
            ['', '…'],
            ...known,
            ...(rule.value && !known.some(([key]) => key === rule.value) ? [[rule.value, rule.value]] : []),
        ];
        return html`<select data-value
            aria-label="${t('smart.value')}">${options.map(
                ([key, text]) =>
                    html`<option value="${key}"
            ${attribute('selected', key === (rule.value ?? ''))}>${text}</option>`,
            )}</select>`;
    }
    const kind = FIELDS[rule.field];
    const type = shape === 'days' || isNumeric(rule.field) ? 'number' : kind === 'date' ? 'date' : 'text';
    const { min, max, step } = rangeOf(shape === 'days' ? '' : rule.field);
    const input = (/** @type {any} */ value, /** @type {string} */ label) =>
        html`<input data-value type="${type}" value="${value ?? ''}" aria-label="${label}" maxlength="300"
            ${type === 'number' ? html`min="${min}" step="${step}"` : ''} ${max !== undefined && html`max="${max}"`}>`;
    const unit = shape === 'days' ? t('smart.days') : (UNITS[rule.field]?.() ?? '');
    if (shape === 'two')
        return html`${input(rule.value?.[0], t('smart.from'))}<span
            aria-hidden="true">–</span>${input(rule.value?.[1], t('smart.to'))}${unit && html`<span>${unit}</span>`}`;
    return html`${input(rule.value, t('smart.value'))}${unit && html`<span>${unit}</span>`}`;
}
