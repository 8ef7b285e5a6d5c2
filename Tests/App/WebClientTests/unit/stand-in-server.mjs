// A stand-in for the server: replies by method and path, recorded requests, and events that a test sends.

import { readFileSync } from 'node:fs';

/** An error reply in the server's format. */
export class Refusal {
    /** @param {number} status @param {string} [reason] @param {string} [field] */
    constructor(status, reason, field) {
        this.status = status;
        this.problem = { status, reason, field };
    }
}

/** @typedef {{ method: string, path: string, query: Record<string, string>, body: any, params: string[] }} Asked */

const USER = {
    id: 'ada', username: 'ada', displayName: 'Ada', role: 'admin', locale: 'en', theme: 'system', shadingMode: 'auto', downloads: true,
    permissions: ['listen', 'submit', 'moderate', 'administer', 'manageUsers'],
};
const SERVER = {
    name: 'Rondo', version: '1', setupRequired: false, registrationOpen: false, passwordMinLength: 12, passwordMaxLength: 256, sendsMail: false,
    podcasts: false, proxyUser: null, openID: null,
};
/** The requests of every page, and of the player for music that is not analyzed. */
const USUAL = {
    'GET /tracks/*/waveform': new Refusal(404),
    'GET /tracks/*/analysis': new Refusal(404),
    'GET /queue': { items: [], currentIndex: 0, positionMs: 0, trackIds: [] },
    'PUT /queue': { revision: 1 },
    'POST /playback': undefined,
    'GET /devices': { items: [] },
    'GET /playlists': { items: [] },
    'GET /playlist-folders': { items: [] },
    'GET /notifications': { items: [], unread: 0 },
    'POST /devices': { devices: [] },
};

export class StandInServer {
    /** The requests, in order. @type {Asked[]} */
    requests = [];
    /** The requests without a reply. @type {string[]} */
    unknown = [];
    /** @type {Map<string, unknown>} */
    #answers = new Map();
    /** @type {any[]} */
    #streams = [];

    /**
     * @param {object | null} me additional fields of the user; null for nobody
     * @param {object} description additional fields of the server's description
     * @param {Record<string, unknown>} answers by method and path, in which `*` stands for any part: a value, a `Refusal`, or a function of the
     * request that returns one; undefined is a reply without a body
     */
    constructor(me, description, answers) {
        this.me = me && { ...USER, ...me };
        this.answer({ ...USUAL, 'GET /server': { ...SERVER, ...description }, 'GET /me': () => this.me ?? new Refusal(401), 'PATCH /me': ({ body }) => Object.assign(this.me, body), ...answers });
    }

    /** Another user from now on. @param {object} me */
    signIn(me) {
        this.me = { ...USER, ...me };
    }

    /** Adds or replaces replies. @param {Record<string, unknown>} answers */
    answer(answers) {
        for (const [name, answer] of Object.entries(answers)) {
            this.#answers.delete(name);
            this.#answers.set(name, answer);
        }
    }

    /** The requests with this method and path, the latest last. @param {string} name such as `POST /plans` */
    asked(name) {
        return this.requests.filter(({ method, path }) => matches(name, `${method} ${path}`));
    }

    /** The body of the last such request. @param {string} name */
    sent(name) {
        return this.asked(name).at(-1)?.body;
    }

    /** Sends an event to the client. @param {string} name @param {object} [detail] */
    send(name, detail = {}) {
        for (const stream of this.#streams) stream.receive(name, detail);
    }

    fetch = async (/** @type {any} */ target, /** @type {any} */ options = {}) => {
        const url = new URL(typeof target === 'string' ? target : target.url ?? target.href, location.href);
        if (url.protocol === 'file:') return new Response(readFileSync(url, 'utf8'));
        const asked = { method: options.method ?? 'GET', path: url.pathname.replace(/^\/api\/v1/, ''), query: Object.fromEntries(url.searchParams), body: read(options.body), params: [] };
        this.requests.push(asked);
        await new Promise((resolve) => setTimeout(resolve));
        options.signal?.throwIfAborted?.();
        const line = `${asked.method} ${asked.path}`;
        // The latest pattern wins: it may be more general than an earlier one.
        const name = this.#answers.has(line) ? line : [...this.#answers.keys()].reverse().find((one) => matches(one, line));
        if (!name) {
            this.unknown.push(line);
            return reply(new Refusal(404));
        }
        asked.params = parts(name, line);
        const answer = this.#answers.get(name);
        return reply(typeof answer === 'function' ? await answer(asked) : answer);
    };

    /** The class of event streams. @param {any} window */
    EventSource(window) {
        const streams = this.#streams;
        return class extends window.EventTarget {
            CLOSED = 2;
            readyState = 1;
            constructor() {
                super();
                streams.push(this);
                setTimeout(() => this.dispatchEvent(new window.Event('open')));
            }
            receive(name, detail) {
                this.dispatchEvent(new window.MessageEvent(name, { data: JSON.stringify(detail), lastEventId: '1' }));
            }
            close() {
                streams.splice(streams.indexOf(this), 1);
            }
        };
    }
}

/** @param {string} name @param {string} line */
const matches = (name, line) => name === line || (name.includes('*') && pattern(name).test(line));

/** @param {string} name */
const pattern = (name) => new RegExp(`^${name.replace(/[.?+()[\]{}|^$\\]/g, '\\$&').replaceAll('*', '([^/]+)')}$`);

/** @param {string} name @param {string} line */
const parts = (name, line) => (name.includes('*') ? pattern(name).exec(line)?.slice(1).map(decodeURIComponent) ?? [] : []);

/** @param {unknown} body */
function read(body) {
    if (typeof body !== 'string') return body;
    try {
        return JSON.parse(body);
    } catch {
        return body;
    }
}

/** @param {unknown} answer */
function reply(answer) {
    if (answer instanceof Response) return answer;
    if (answer instanceof Refusal)
        return new Response(JSON.stringify(answer.problem), { status: answer.status, headers: { 'Content-Type': 'application/problem+json' } });
    if (answer === undefined) return new Response(null, { status: 204 });
    return new Response(JSON.stringify(answer), { headers: { 'Content-Type': 'application/json' } });
}
