// @ts-check
// Paths as text: which route a path matches, and which paths are safe to follow.

/**
 * @template {{ path: string }} R
 * @param {readonly R[]} routes first match wins
 * @param {string} pathname
 * @returns {{ route: R, params: Record<string, string> } | undefined}
 */
export function match(routes, pathname) {
    const parts = segments(pathname);
    for (const route of routes) {
        const pattern = segments(route.path);
        if (pattern.length !== parts.length) continue;
        /** @type {Record<string, string>} */
        const params = {};
        const fits = pattern.every((piece, index) => {
            if (!piece.startsWith(':')) return piece === parts[index];
            const value = decodeSegment(parts[index]);
            if (!value) return false;
            params[piece.slice(1)] = value;
            return true;
        });
        if (fits) return { route, params };
    }
    return undefined;
}

/** @param {string} pathname */
function segments(pathname) {
    return pathname.split('/').filter(Boolean);
}

/** @param {string} segment */
function decodeSegment(segment) {
    try {
        return decodeURIComponent(segment);
    } catch {
        return undefined;
    }
}

/**
 * The current path for a former one; undefined for others.
 * @param {readonly { path: string, to: string }[]} moved @param {string} pathname
 */
export function movedTo(moved, pathname) {
    const found = match(moved, pathname);
    return found?.route.to.replace(/:(\w+)/g, (_, name) => encodeURIComponent(found.params[name]));
}

/**
 * The path to open after signing in, if it is on this origin: one leading slash, no backslash and no control character,
 * which browsers would read as another host.
 * @param {string | null | undefined} next
 */
export function safeNext(next) {
    if (!next || !next.startsWith('/') || next.startsWith('//') || /[\\\u0000-\u001f\u007f]/.test(next)) return '/';
    if (/^\/(sign-in|setup|welcome|api|health)(?=[/?#]|$)/.test(next)) return '/';
    return next;
}

/**
 * Whether the router handles a click on a link.
 * @param {{ origin: string, pathname: string, target?: string, download?: boolean }} link
 * @param {string} origin
 */
export function isInternal(link, origin) {
    return (
        link.origin === origin &&
        (!link.target || link.target === '_self') &&
        !link.download &&
        !/^\/(api|health|rest)(\/|$)/.test(link.pathname)
    );
}
