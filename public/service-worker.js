// @ts-check
// The service worker: serves the client offline, and the music stored on the device. It ignores API requests: the page
// knows its user, stores the user's data under /device/ and requests it there.

// Filled in by the server: the version, the page's digest, and the digests of its files by path.
const SHELL = { version: '', page: '', files: {} };

const SHELL_CACHE = 'rondo-shell';
const DEVICE_CACHE = 'rondo-device';
const LANES = 6;
/** Paths that browsers open and that are not pages of the client: other surfaces, and files. */
const ELSEWHERE = /^\/(api|rest|lrclib|share|health|ready|metrics|oembed|device\/.*)(\/|$)|\.\w+$/;

const scope = /** @type {any} */ (self);

scope.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(storeShell()));
scope.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(begin()));
scope.addEventListener('message', (/** @type {any} */ { data }) => {
    if (data === 'take over') void scope.skipWaiting();
});
scope.addEventListener('fetch', (/** @type {any} */ event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== scope.location.origin) return;
    if (pathname.startsWith('/device/')) return event.respondWith(stored(request, pathname));
    const digest = digestOf(request, pathname);
    if (digest) event.respondWith(ofShell(request, digest));
});

/** @param {Request} request @param {string} pathname @returns {string | undefined} */
function digestOf(request, pathname) {
    if (request.mode === 'navigate') return ELSEWHERE.test(pathname) ? undefined : SHELL.page;
    return Object.hasOwn(SHELL.files, pathname) ? /** @type {any} */ (SHELL.files)[pathname] : undefined;
}

/**
 * The cache key of a client file. Two versions share the files that have not changed.
 * @param {string} digest
 */
const placeOf = (digest) => `/shell/${digest}`;

/** Stores all files or none: a worker that lacks one is not installed, and the previous worker stays. */
async function storeShell() {
    // The server reads its files anew for each page, so nothing is stored.
    if (!SHELL.version) return scope.skipWaiting();
    const cache = await caches.open(SHELL_CACHE);
    const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    const missing = Object.entries({ ...SHELL.files, '/index.html': SHELL.page }).filter(
        ([, digest]) => !there.has(placeOf(digest)),
    );
    const lane = async () => {
        for (let next = missing.pop(); next; next = missing.pop())
            await cache.put(placeOf(next[1]), await verified(next[0], next[1]));
    };
    await Promise.all(Array.from({ length: LANES }, lane));
}

/**
 * Fetches a file and checks its digest, so that pages of one version never get a file of another one.
 * @param {string} address @param {string} digest the first twelve bytes of SHA-256
 */
async function verified(address, digest) {
    const answer = await fetch(address, { credentials: 'same-origin' });
    const content = await answer.arrayBuffer();
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', content)).slice(0, 12);
    const actual = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (!answer.ok || actual !== digest) throw new Error(`${address} is not what the server has announced`);
    const headers = new Headers(answer.headers);
    for (const name of ['Content-Encoding', 'Content-Length', 'Set-Cookie']) headers.delete(name);
    return new Response(content, { headers });
}

/** Deletes the files of previous versions and takes over the open pages. */
async function begin() {
    if (SHELL.version) {
        const cache = await caches.open(SHELL_CACHE);
        const inUse = new Set([SHELL.page, ...Object.values(SHELL.files)].map(placeOf));
        for (const request of await cache.keys())
            if (!inUse.has(new URL(request.url).pathname)) await cache.delete(request);
    } else {
        await caches.delete(SHELL_CACHE);
    }
    await scope.clients.claim();
}

/**
 * A file of the client, from the server if the browser has evicted it. Fails if a proxy cannot reach the server.
 * @param {Request} request @param {string} digest
 */
async function ofShell(request, digest) {
    const found = await caches.match(placeOf(digest), { cacheName: SHELL_CACHE });
    if (found) return found;
    const answer = await fetch(request);
    return [502, 503, 504].includes(answer.status) ? Response.error() : answer;
}

/**
 * A file that pages have stored on the device, or the requested range of it.
 * @param {Request} request @param {string} pathname
 */
async function stored(request, pathname) {
    const found = await caches.match(pathname, { cacheName: DEVICE_CACHE });
    if (!found) return new Response(null, { status: 404 });
    const content = await found.blob();
    const headers = new Headers({
        'Content-Type': found.headers.get('Content-Type') ?? 'application/octet-stream',
        'Accept-Ranges': 'bytes',
        'Cache-Control': 'no-store',
        // The same headers as from the server: whatever the content is, it must not run as a page.
        'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'X-Content-Type-Options': 'nosniff',
    });
    const range = rangeOf(request.headers.get('Range'), content.size);
    if (!range) {
        headers.set('Content-Length', String(content.size));
        return new Response(content, { headers });
    }
    if (range.first >= range.end) {
        headers.set('Content-Range', `bytes */${content.size}`);
        return new Response(null, { status: 416, headers });
    }
    headers.set('Content-Range', `bytes ${range.first}-${range.end - 1}/${content.size}`);
    headers.set('Content-Length', String(range.end - range.first));
    const type = headers.get('Content-Type') ?? '';
    return new Response(content.slice(range.first, range.end, type), { status: 206, headers });
}

/**
 * Parses a single byte range (RFC 9110 §14). Undefined for the whole file; empty if the range is beyond its end.
 * @param {string | null} field @param {number} size
 */
function rangeOf(field, size) {
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(field ?? '') ?? [];
    if (!from && !to) return undefined;
    if (!from) return { first: Math.max(0, size - Number(to)), end: size };
    return { first: Number(from), end: Math.min(size, to ? Number(to) + 1 : size) };
}
