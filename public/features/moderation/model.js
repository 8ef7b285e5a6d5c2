// @ts-check
// Kinds of content that moderators can take down.

import { api } from '../../core/api.js';

/** @typedef {'track' | 'playlist' | 'post' | 'comment' | 'moment' | 'picture'} ReportKind */

/**
 * @typedef {object} Report
 * @property {string} id
 * @property {ReportKind} kind
 * @property {string} subjectId
 * @property {string} [day]
 * @property {string} [trackId] track of a moment that still exists
 * @property {string} title
 * @property {{ id: string, name: string, picture?: string }} [owner]
 * @property {string} text
 * @property {string} at
 * @property {{ id: string, name: string, picture?: string }} reporter
 * @property {'open' | 'acted' | 'dismissed'} state
 * @property {{ id: string, name: string }} [moderator]
 * @property {string} answer
 * @property {number} count
 */

/**
 * @typedef {{ id: string, trackId: string, title: string, artist: string, album: string, cover?: string,
 *   reason: string, state: string, at: string, endsAt: string, failure?: string, moderator?: { id: string,
 *   name: string }, giver?: { id: string, name: string } }} Withdrawal
 */

/**
 * @typedef {{ id: string, name: string, description: string, owner: { id: string, name: string },
 *   entryCount: number, changedAt: string, cover?: string, hidden?: { at: string, reason: string } }} ModeratedPlaylist
 */

export const REPORT_KINDS = /** @type {const} */ (['track', 'playlist', 'post', 'comment', 'moment', 'picture']);

/**
 * Longest reason for each kind, in characters.
 * @type {Record<ReportKind, number>}
 */
export const REASON_LENGTHS = { track: 1000, playlist: 1000, post: 280, comment: 280, moment: 1000, picture: 1000 };

/**
 * Takes the content down.
 * @param {ReportKind} kind
 * @param {string} id
 * @param {string} reason
 * @returns {Promise<unknown>}
 */
export function takeDown(kind, id, reason) {
    const name = encodeURIComponent(id);
    switch (kind) {
        case 'track':
            return api.post(`/moderation/tracks/${name}/withdrawal`, { reason });
        case 'playlist':
            return api.put(`/moderation/playlists/${name}/hidden`, { reason });
        case 'post':
            return api.put(`/board/posts/${name}/hidden`, { reason });
        case 'comment':
            return api.put(`/board/comments/${name}/hidden`, { reason });
        case 'moment':
            return api.put(`/moments/${name}/hidden`, { reason });
        case 'picture':
            return api.post(`/moderation/people/${name}/picture-removal`, { reason });
    }
}

/**
 * Path of the reported content. Comments have no page of their own; deleted moments have none either.
 * @param {Pick<Report, 'kind' | 'subjectId' | 'day' | 'trackId'>} report
 */
export function reportPath({ kind, subjectId, day, trackId }) {
    const id = encodeURIComponent(subjectId);
    switch (kind) {
        case 'track':
            return `/tracks/${id}`;
        case 'playlist':
            return `/playlists/${id}`;
        case 'moment':
            return trackId ? `/tracks/${encodeURIComponent(trackId)}` : undefined;
        case 'picture':
            return `/people/${id}`;
        default:
            return day ? `/board/${encodeURIComponent(day)}` : '/board';
    }
}
