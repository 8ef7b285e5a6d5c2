// @ts-check
// Explains why a song plays: the short phrase below it, and the sentence for "Why this song?". Pure.

import { list, number, percent } from '../../core/format.js';
import { currentLocale, t } from '../../core/i18n.js';
import { tonicName } from '../../elements/music/key-name.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('../../player/song-radio-model.js').Seed} Seed */
/** @typedef {import('../../player/reasons.js').Reason} Reason */
/** @typedef {import('../../player/dj-order.js').Figures} Figures */
/** @typedef {import('../../player/dj.js').Mixing} Mixing */

const KINDS = ['seed', 'played', 'sound', 'listeners', 'artist', 'genre', 'years', 'mood', 'library'];
const OF_MIX = KINDS.filter((kind) => !['seed', 'years', 'mood'].includes(kind));

/**
 * The phrase for a radio's song. Unknown reasons of a newer server give an empty text.
 * @param {Reason | undefined} reason
 * @param {TrackItem} track
 * @param {Seed} seed
 */
export function radioReason(reason, track, seed) {
    if (!reason || !KINDS.includes(reason.kind) || reason.kind === 'played') return '';
    return t(`songRadio.reasons.${reason.kind}`, { name: nameOf(reason, track, seed), genre: reason.genre ?? '' });
}

/** @param {Reason} reason @param {TrackItem} track @param {Seed} [seed] */
function nameOf(reason, track, seed) {
    const common = track.artists.find(({ id }) => id === seed?.id || seed?.artists?.includes(id));
    if (reason.kind === 'artist') return (common ?? track.artists[0])?.name ?? '';
    if (reason.kind === 'genre' && reason.genre) return reason.genre;
    return (reason.kind === 'sound' && reason.like?.title) || (seed?.name ?? '');
}

/**
 * The phrase for a mix's song.
 * @param {Reason} reason
 * @param {TrackItem} track
 */
export function mixReason(reason, track) {
    if (!OF_MIX.includes(reason.kind)) return '';
    return t(`mixes.reasons.${reason.kind}`, { name: track.artists[0]?.name ?? '' });
}

/**
 * The phrase for a song that autoplay added.
 * @param {Reason} reason
 * @param {TrackItem} track
 */
export function autoplayReason(reason, track) {
    const { kind, like } = reason;
    if ((kind === 'sound' && like) || kind === 'genre')
        return t(`songRadio.reasons.${kind}`, { name: like?.title ?? '' });
    return kind === 'sound' ? '' : mixReason(reason, track);
}

/**
 * The sentence for a song. Unknown reasons of a newer server give an empty text.
 * @param {Reason} reason @param {TrackItem} track
 * @param {'radio' | 'autoplay' | 'mix'} by @param {Seed} [seed] of a radio
 */
export function sentenceOf(reason, track, by, seed) {
    const { kind, similarity = 0 } = reason;
    if (!KINDS.includes(kind)) return '';
    const name = nameOf(reason, track, seed);
    if (kind === 'sound' && reason.like)
        return t('songRadio.why.sound', { name, share: percent(similarity, currentLocale()) });
    if (kind === 'mood') return t(`songRadio.why.moods.${seed?.id}`);
    if (kind === 'sound' || kind === 'listeners' || (kind === 'genre' && !reason.genre))
        return t(seed ? `songRadio.why.${kind}Of` : `songRadio.why.${by}.${kind}`, { name });
    return t(`songRadio.why.${kind}`, { name });
}

/**
 * The properties that a song shares with the one that it is mixed with.
 * @param {Mixing} mixing
 * @returns {string[]}
 */
function facts({ own, other, fit }) {
    return [...(fit.tempo ? [tempos(own, other)] : []), ...(fit.key ? [keys(own, other)] : [])];
}

/** @param {Mixing} mixing */
export const mixingNote = (mixing) => facts(mixing).join(' · ');

/** @param {Mixing} mixing */
export const mixingSentence = (mixing) =>
    t('songRadio.why.mixes', { name: mixing.before.title, facts: list(facts(mixing), currentLocale()) });


/** @param {Figures} own @param {Figures} other */
function tempos(own, other) {
    const rounded = (/** @type {number} */ bpm = 0) => number(Math.round(bpm), currentLocale());
    const [from, to] = [rounded(other.bpm), rounded(own.bpm)];
    return from === to ? t('songRadio.tempo', { to }) : t('songRadio.tempos', { from, to });
}

/** @param {Figures} own @param {Figures} other */
function keys(own, other) {
    const [from, to] = [other, own].map(({ key }) =>
        key ? t('sound.keyOf', { tonic: tonicName(key, currentLocale()), mode: t(`sound.modes.${key.mode}`) }) : '',
    );
    return from === to ? to : t('songRadio.keys', { from, to });
}
