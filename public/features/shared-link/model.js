// @ts-check
// What to do with something that another app on this device shares: where it leads within the client. Pure.

/** Addresses of pages with players: they hold no file that could be fetched, but a title to search for. */
const FILE = /\.(mp3|flac|ogg|oga|opus|m4a|aac|wav|aif|aiff|wv|ape|wma)$/i;

/**
 * The first link of a text.
 * @param {string} text
 * @returns {URL | undefined}
 */
function linkIn(text) {
    const found = /https?:\/\/[^\s<>"]+/.exec(text)?.[0];
    try {
        return found ? new URL(found) : undefined;
    } catch {
        return undefined;
    }
}

/**
 * The path to go to: a link to a sound file becomes an import for those who may import, a link to this server its
 * page, and all else a search.
 * @param {{ title?: string | null, text?: string | null, url?: string | null }} shared
 * @param {{ origin: string, mayImport: boolean }} here
 */
export function pathFor({ title, text, url }, { origin, mayImport }) {
    const link = linkIn(url ?? '') ?? linkIn(text ?? '') ?? linkIn(title ?? '');
    if (link?.origin === origin) return link.pathname + link.search;
    if (link && FILE.test(link.pathname) && mayImport) return `/give?link=${encodeURIComponent(link.href)}`;
    // Some apps put the link behind the title, some in its place.
    const words = [title, text]
        .map((one) => (one ?? '').replace(/https?:\/\/\S+/g, ' ').replace(/\s+/g, ' ').trim())
        .filter(Boolean);
    const name = words[0] ?? nameOf(link);
    // Whole characters: half of one cannot be written into an address.
    return name ? `/search?q=${encodeURIComponent(Array.from(name).slice(0, 200).join(''))}` : '/search';
}

/**
 * A file's name without its ending, as words.
 * @param {URL | undefined} link
 */
function nameOf(link) {
    const last = link?.pathname.split('/').filter(Boolean).at(-1) ?? '';
    try {
        return decodeURIComponent(last).replace(FILE, '').replace(/[_+-]+/g, ' ').trim();
    } catch {
        return '';
    }
}
