// @ts-check
// File downloads by the browser.

/** The file extensions by the server's media types. */
const ENDINGS = new Map(
    Object.entries({
        'audio/mpeg': 'mp3',
        'audio/flac': 'flac',
        'audio/ogg': 'ogg',
        'audio/mp4': 'm4a',
        'audio/aac': 'aac',
        'audio/wav': 'wav',
        'audio/aiff': 'aiff',
        'audio/x-wavpack': 'wv',
        'audio/x-ape': 'ape',
        'audio/x-ms-wma': 'wma',
    }),
);

/**
 * A track's file name, such as `Artist - Title.mp3`. Replaces characters that file systems do not allow.
 * @param {{ title: string, artists: { name: string }[], mediaType: string }} track
 */
export function fileName(track) {
    const ending = ENDINGS.get(track.mediaType.split(';')[0]?.trim() ?? '');
    const words = [track.artists.map((artist) => artist.name).join(', '), track.title]
        .filter((word) => word !== '')
        .join(' - ');
    const name = words
        .replace(/[\u0000-\u001f/\\:*?"<>|]/g, '_')
        .slice(0, 150)
        .trim();
    return ending ? `${name}.${ending}` : name;
}

/**
 * @param {string} address
 * @param {string} [name] used instead of the server's file name
 */
export function download(address, name = '') {
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
}
