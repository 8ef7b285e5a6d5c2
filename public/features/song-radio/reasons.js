// @ts-check
// The short phrase that says why a song came.

import { t } from '../../core/i18n.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('../../player/song-radio-model.js').Seed} Seed */
/** @typedef {import('../../player/song-radio-model.js').Reason} Reason */

const OF_RADIO = ['seed', 'sound', 'listeners', 'artist', 'genre', 'library'];
const OF_MIX = ['played', 'sound', 'listeners', 'artist', 'genre', 'library'];

/**
 * Why a song came into a radio. A later server may have reasons without a phrase; they show none.
 * @param {Reason | undefined} reason
 * @param {TrackItem} track
 * @param {Seed} seed
 */
export function radioReason(reason, track, seed) {
    if (!reason || !OF_RADIO.includes(reason.kind)) return '';
    const common = track.artists.find(({ id }) => id === seed.id || seed.artists?.includes(id));
    const name = reason.kind === 'artist' ? (common ?? track.artists[0])?.name : seed.name;
    return t(`songRadio.reasons.${reason.kind}`, { name: name ?? '' });
}

/**
 * Why a song came into a mix.
 * @param {Reason} reason
 * @param {TrackItem} track
 */
export function mixReason(reason, track) {
    if (!OF_MIX.includes(reason.kind)) return '';
    return t(`mixes.reasons.${reason.kind}`, { name: track.artists[0]?.name ?? '' });
}
