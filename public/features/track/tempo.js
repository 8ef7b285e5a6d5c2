// @ts-check
// The tempo in track tables. It is shown while the list is sorted or filtered by tempo, or chosen by rules on tempo.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {{ tempoFrom?: string, tempoTo?: string }} Filters */

/** Sorts and rule fields that concern tempo: the displayed one, and the one in tags. */
const NAMES = ['tempo', 'bpm'];

/** @param {string} sort @param {Filters} filters */
export const isByTempo = (sort, { tempoFrom = '', tempoTo = '' } = {}) =>
    NAMES.includes(sort) || tempoFrom !== '' || tempoTo !== '';

/**
 * @param {{ rules: readonly object[], order?: string }} rules of a smart playlist, or a group of them
 * @returns {boolean}
 */
export const nameTempo = ({ rules, order = '' }) =>
    NAMES.includes(order) ||
    rules.some((rule) =>
        'rules' in rule
            ? nameTempo(/** @type {Parameters<typeof nameTempo>[0]} */ (rule))
            : NAMES.includes(/** @type {{ field?: string }} */ (rule).field ?? ''),
    );

/**
 * The cell of the tempo column.
 * @param {TrackItem} track
 */
export const tempoCell = ({ bpm }) => html`<td class="track-tempo">${bpm && String(bpm)}</td>`;

/**
 * The tempo with its unit before the artists, for tables too narrow for the column.
 * @param {TrackItem} track
 */
export const tempoLine = ({ bpm }) => bpm && html`<span class="track-beats">${t('sound.bpm', { value: bpm })}</span>`;
