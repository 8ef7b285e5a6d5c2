// @ts-check
// Maps content shared by another app on this device to a path in the client. Pure.

/** Links to sound files. A link to a web page with a player can only be searched for. */
const FILE = /\.(mp3|flac|ogg|oga|opus|m4a|aac|wav|aif|aiff|wv|ape|wma)$/i;

/**
 * The first link in a text.
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
 * The target path. For users who may import, a link to a sound file opens an import. A link to this server opens its
 * page. Everything else is a search.
 * @param {{ title?: string | null, text?: string | null, url?: string | null }} shared
 * @param {{ origin: string, mayImport: boolean }} here
 */
export function pathFor({ title, text, url }, { origin, mayImport }) {
    const link = linkIn(url ?? '') ?? linkIn(text ?? '') ?? linkIn(title ?? '');
    if (link?.origin === origin) return link.pathname + link.search;
    if (link && FILE.test(link.pathname) && mayImport) return `/give?link=${encodeURIComponent(link.href)}`;
    // Some apps append the link to the title, others send it in place of the title.
    const words = [title, text]
        .map((one) => (one ?? '').replace(/https?:\/\/\S+/g, ' ').replace(/\s+/g, ' ').trim())
        .filter(Boolean);
    const name = words[0] ?? nameOf(link);
    // Cuts by code points, since half a surrogate pair cannot be percent-encoded.
    return name ? `/search?q=${encodeURIComponent(Array.from(name).slice(0, 200).join(''))}` : '/search';
}

/**
 * A file name without extension, as words.
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
