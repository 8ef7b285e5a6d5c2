// @ts-check
// Mixes that the server makes each day from a listener's plays.

import { api } from '../../core/api.js';
import { list } from '../../core/format.js';
import { currentLocale, t } from '../../core/i18n.js';

/**
 * @typedef {object} Mix
 * @property {string} id from 1
 * @property {string} [day] `2026-11-24`
 * @property {{ id: string, name: string }[]} artists those with most tracks in the mix, at most three
 * @property {string[]} covers at most four
 * @property {import('../../elements/music/color-contrast.js').PictureColor[]} colors one for each cover
 * @property {number} trackCount
 * @property {number} durationMs
 */
/** @typedef {import('../../player/song-radio-model.js').Suggestion} Suggestion */
/** @typedef {Mix & { day: string, items: Suggestion[] }} MixSongs */

export const mixPath = (/** @type {string} */ id) => `/mixes/${encodeURIComponent(id)}`;

/** @param {Mix} mix */
export const mixName = ({ id }) => t('mixes.name', { number: id });

/** @param {Mix} mix @returns "A, B and C" */
export function mixArtists({ artists }) {
    return list(
        artists.map(({ name }) => name),
        currentLocale(),
    );
}

/** @param {AbortSignal} signal @returns {Promise<Mix[]>} */
export async function mixesOfToday(signal) {
    return (await api.get('/mixes', { signal })).items;
}

/** @param {string} id @param {AbortSignal} [signal] @returns {Promise<MixSongs>} */
export function mixSongs(id, signal) {
    return api.get(mixPath(id), { signal });
}

/**
 * The default name of a playlist saved from a mix.
 * @param {MixSongs} mix
 */
export function keptName(mix) {
    // The server's date, the same in every time zone.
    const day = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'long' }).format(new Date(`${mix.day}T12:00:00`));
    return t('mixes.keptName', { name: mixName(mix), day });
}
