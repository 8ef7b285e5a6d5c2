// @ts-check
// Lyrics downloads in every file format.

import { ApiError, isOfProxy, problem } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { icons } from '../../elements/icons.js';
import { openMenu } from '../../elements/overlays/menu.js';
import { toast } from '../../elements/overlays/toast.js';
import { download } from '../downloads/model.js';

/** The file formats, and whether they require times. */
const FORMATS = [
    { format: 'lrc', name: 'LRC' },
    { format: 'ttml', name: 'TTML' },
    { format: 'dfxp', name: 'DFXP' },
    { format: 'stl', name: 'EBU STL', timed: true },
    { format: 'srt', name: 'SubRip (SRT)', timed: true },
    { format: 'vtt', name: 'WebVTT', timed: true },
    { format: 'txt', name: 'TXT' },
];

/**
 * Opens a menu of lyrics downloads.
 * @param {HTMLElement} button
 * @param {string} track
 * @param {number} version
 * @param {boolean} synced
 */
export function saveMenu(button, track, version, synced) {
    const path = `/api/v1/tracks/${encodeURIComponent(track)}/lyrics`;
    openMenu(
        button,
        FORMATS.filter((one) => synced || !one.timed).map(({ format, name }) => ({
            label: name,
            icon: icons.down,
            run: () => void save(`${path}?format=${format}&version=${version}`),
        })),
    );
}

/**
 * Downloads a file, or shows why it is not available: not every format supports every script.
 * @param {string} address
 */
async function save(address) {
    try {
        const answer = await fetch(address, { credentials: 'same-origin' }).catch(() => {
            throw new ApiError({ status: 0, code: 'network' });
        });
        if (isOfProxy(answer)) throw new ApiError({ status: 0, code: 'network' });
        if (!answer.ok) throw problem(answer.status, await answer.json().catch(() => undefined));
        download(address);
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}
