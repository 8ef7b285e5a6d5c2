// @ts-check
// The data for a track's visual: its analysis, colors and cover, and the visual that a moderator chose for it.

import { api } from '../../core/api.js';
import { sizedImage } from '../../core/images.js';
import { trackPath } from '../../core/links.js';
import { preferences } from '../../core/preferences.js';
import { shownTheme } from '../../core/theme.js';
import { grounds, rgb } from '../../elements/music/color-contrast.js';
import { tintOf } from '../../elements/music/tint.js';
import { analysisOf, waveformOf } from '../../core/track-sound.js';
import { shown, VISUALS } from './model.js';
import { paletteOf } from './palette.js';
import { Signals } from './signals.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./model.js').Choice} Choice */

const COVER_SIZE = 512;

/** @returns {Choice} */
export function choice() {
    const chosen = /** @type {Choice} */ (preferences.get('visual', 'automatic'));
    return VISUALS.includes(/** @type {any} */ (chosen)) ? chosen : 'automatic';
}

/**
 * @param {TrackItem} track
 * @returns {Promise<import('./engine.js').Song & { given?: import('./model.js').VisualName }>} `given`: the visual that
 *   a moderator chose for the track
 */
export async function songOf(track) {
    // All of these are optional: the visual is drawn without them too.
    const [analysis, waveform, details, cover] = (
        await Promise.allSettled([
            analysisOf(track.id),
            waveformOf(track.id),
            api.get(trackPath(track.id), { quiet: true }),
            coverOf(track),
        ])
    ).map((one) => (one.status === 'fulfilled' ? one.value : undefined));
    const title = track.album || track.title;
    return {
        name: shown(choice(), { id: track.id, visual: details?.visual, analysis }),
        given: details?.visual,
        palette: paletteOf(track.colors, title),
        calm: grounds(shownTheme(), track.colors, tintOf(track.colors, title)).map(rgb),
        signals: new Signals(analysis, waveform),
        cover,
    };
}

/** @param {TrackItem} track */
async function coverOf({ cover }) {
    const source = sizedImage(cover, COVER_SIZE);
    if (!source) return undefined;
    const image = new Image();
    image.src = source;
    await image.decode();
    return image;
}
