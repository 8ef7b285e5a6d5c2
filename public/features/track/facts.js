// @ts-check
// The facts of a track's page, as pairs of a name and a value. Unknown ones are omitted.

import { date, dateTime, number } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { artistLinks } from '../../core/links.js';
import { dataSize } from '../../core/units.js';

/** @typedef {import('../../core/types.js').Track} Track */
/** @typedef {[string, unknown][]} Facts */

const ROLES = [
    'composer',
    'lyricist',
    'writer',
    'conductor',
    'director',
    'arranger',
    'remixer',
    'djMixer',
    'mixer',
    'engineer',
    'producer',
];

/** @param {[string, unknown][]} facts @returns {Facts} */
const known = (facts) =>
    facts.filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false);

/** @param {number | undefined} place @param {number | undefined} total */
const place = (place, total) =>
    place === undefined
        ? undefined
        : total
          ? t('track.ofTotal', { number: String(place), total: String(total) })
          : String(place);

/** @param {Track} track */
export function tags(track) {
    const people = (/** @type {string} */ role) => track.contributors.filter((one) => one.role === role);
    const credits = (/** @type {string} */ role) => (people(role).length > 0 ? artistLinks(people(role)) : undefined);
    const mark = (/** @type {Track['edited'][number]} */ field, /** @type {unknown} */ value) => {
        if (!track.edited.includes(field)) return value;
        const file = track.file?.[field];
        const said = Array.isArray(file) ? file.join(', ') : file === undefined ? '' : String(file);
        return html`${value ?? '–'} <span class="badge">${t('edits.badge')}</span><span
            class="detail-file">${said ? t('edits.inFile', { value: said }) : t('edits.notInFile')}</span>`;
    };
    return known([
        [t('edits.fields.title'), mark('title', track.title)],
        [t('edits.fields.artists'), mark('artists', artistLinks(track.artists))],
        [t('edits.fields.album'), mark('album', track.album)],
        [t('edits.fields.albumArtists'), mark('albumArtists', credits('albumArtist'))],
        ...ROLES.map((role) => /** @type {[string, unknown]} */ ([t(`credits.${role}`), credits(role)])),
        [t('credits.musician'), musicians(people('musician'))],
        [t('edits.fields.genres'), mark('genres', track.genres.join(', '))],
        [t('edits.fields.year'), mark('year', track.year === undefined ? undefined : String(track.year))],
        [t('track.date'), track.date],
        [t('track.originalDate'), track.originalDate],
        [t('track.releaseDate'), track.releaseDate !== track.date && track.releaseDate],
        [t('track.albumVersion'), track.albumVersion],
        [t('track.releaseTypes'), track.releaseTypes.join(', ')],
        [t('track.recordLabels'), track.recordLabels.join(', ')],
        [t('track.number'), place(track.trackNumber, track.trackTotal)],
        [t('track.disc'), place(track.discNumber, track.discTotal)],
        [t('track.discSubtitle'), track.discSubtitle],
        [t('track.works'), track.works.map((work) => work.name).join(', ')],
        [t('track.movements'), track.movements.map(movement).join(', ')],
        [t('track.groupings'), track.groupings.join(', ')],
        [t('track.moods'), track.moods.join(', ')],
        [t('track.advisory'), track.advisory && t(`track.advisories.${track.advisory}`)],
        [t('track.bpm'), track.bpm],
        [t('track.compilation'), track.compilation && t('track.yes')],
        [t('track.plays'), number(track.playCount, currentLocale())],
        [t('track.lastPlayed'), track.lastPlayedAt && dateTime(track.lastPlayedAt, currentLocale())],
    ]);
}

/** @param {Track['movements'][number]} one */
const movement = (one) => (one.number === undefined ? one.name : `${one.name} (${place(one.number, one.count)})`);

/** @param {Track['contributors']} people */
function musicians(people) {
    if (people.length === 0) return undefined;
    return people.map((one, index) => html`${index > 0 && ', '}${artistLinks([one])}${one.part && ` (${one.part})`}`);
}

/** @param {Track} track */
export function fileFacts(track) {
    const locale = currentLocale();
    const decibels = (/** @type {number | undefined} */ value) =>
        value === undefined
            ? undefined
            : `${new Intl.NumberFormat(locale, {
                  minimumFractionDigits: 2,
                  maximumFractionDigits: 2,
                  signDisplay: 'always',
              }).format(value)} dB`;
    const gain = track.replayGain;
    return known([
        [t('track.codec'), track.codec.toUpperCase()],
        [t('track.container'), track.mediaType],
        [t('track.bitrate'), track.bitrateKbps && `${number(track.bitrateKbps, locale)} kbit/s`],
        [t('track.sampleRate'), track.sampleRateHz && `${number(track.sampleRateHz / 1000, locale)} kHz`],
        [t('track.bitDepth'), track.bitDepth && `${track.bitDepth} bit`],
        [t('track.channels'), track.channels],
        [t('track.size'), dataSize(track.sizeBytes, locale)],
        [t('track.modified'), dateTime(track.modifiedAt, locale)],
        [t('track.added'), date(track.addedAt, locale)],
        [t('track.fileName'), track.fileName],
        [t('track.path'), track.path],
        [t('track.trackGain'), decibels(gain.trackGain)],
        [t('track.trackPeak'), gain.trackPeak !== undefined && number(gain.trackPeak, locale)],
        [t('track.albumGain'), decibels(gain.albumGain)],
        [t('track.albumPeak'), gain.albumPeak !== undefined && number(gain.albumPeak, locale)],
        [t('track.baseGain'), decibels(gain.baseGain)],
    ]);
}

/** @param {Track} track */
export function ids(track) {
    const brainz = track.musicBrainz;
    const people = track.contributors.filter((one) => one.musicBrainzId);
    return known([
        ['ISRC', track.isrcs.length > 0 ? track.isrcs.join(', ') : track.isrc],
        ...track.works
            .filter((work) => work.musicBrainzId)
            .map(
                (work) =>
                    /** @type {[string, unknown]} */ ([t('track.workId', { name: work.name }), work.musicBrainzId]),
            ),
        [t('track.recording'), brainz.recordingId],
        [t('track.releaseTrack'), brainz.trackId],
        [t('track.release'), brainz.releaseId],
        [t('track.releaseGroup'), brainz.releaseGroupId],
        ...[...new Map(people.map((one) => [one.id, one])).values()].map(
            (one) => /** @type {[string, unknown]} */ ([t('track.artistId', { name: one.name }), one.musicBrainzId]),
        ),
    ]);
}
