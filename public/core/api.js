// @ts-check
// The native API over fetch. Failures are always an ApiError, except an abort, which stays an AbortError.

import { takeFirstAnswer } from './first-answers.js';

const BASE = '/api/v1';

export class ApiError extends Error {
    /**
     * @param {{ status: number, code: string, reason?: string, detail?: string, field?: string,
     *   retryAfter?: number, plan?: string }} problem
     */
    constructor(problem) {
        super(problem.detail ?? problem.code);
        this.name = 'ApiError';
        this.status = problem.status;
        this.code = problem.code;
        this.reason = problem.reason;
        this.detail = problem.detail;
        this.field = problem.field;
        this.retryAfter = problem.retryAfter;
        /** The name of the user's plan, if it sets the limit that was reached. */
        this.plan = problem.plan;
    }
}

/** @type {Record<number, string>} */
const CODES = {
    400: 'invalid',
    401: 'unauthenticated',
    403: 'forbidden',
    404: 'notFound',
    405: 'methodNotAllowed',
    406: 'notAcceptable',
    409: 'conflict',
    412: 'preconditionFailed',
    413: 'tooLarge',
    415: 'unsupportedMediaType',
    416: 'rangeNotSatisfiable',
    421: 'misdirected',
    429: 'rateLimited',
    500: 'internal',
    503: 'unavailable',
    507: 'storageFull',
};

/**
 * Parses an error response. Without a problem document (in a proxy's page, say) only the status counts.
 * @param {number} status
 * @param {unknown} body
 * @param {string | null} [retryAfter] the header
 */
export function problem(status, body, retryAfter) {
    const document = /** @type {Record<string, unknown>} */ (body && typeof body === 'object' ? body : {});
    const text = (/** @type {string} */ key) =>
        typeof document[key] === 'string' ? /** @type {string} */ (document[key]) : undefined;
    const seconds =
        typeof document.retryAfter === 'number' ? document.retryAfter : Number.parseInt(retryAfter ?? '', 10);
    return new ApiError({
        status,
        code: text('code') ?? CODES[status] ?? (status >= 500 ? 'internal' : 'invalid'),
        reason: text('reason'),
        detail: text('detail'),
        field: text('field'),
        retryAfter: Number.isFinite(seconds) ? seconds : undefined,
        plan: text('plan'),
    });
}

/**
 * Whether the session is gone, as opposed to a wrong password.
 * @param {unknown} error
 */
export function isSessionLost(error) {
    return (
        error instanceof ApiError &&
        error.status === 401 &&
        error.reason !== 'wrong_credentials' &&
        error.reason !== 'wrong_password'
    );
}

/** The statuses of a proxy that cannot reach the server. */
const GATEWAY_STATUSES = [502, 503, 504];

/**
 * Whether a response is a proxy's that could not reach the server. The server's own errors are problem documents.
 * @param {{ status: number, headers: { get(name: string): string | null } }} answer
 */
export function isOfProxy({ status, headers }) {
    return (
        GATEWAY_STATUSES.includes(status) && !headers.get('Content-Type')?.startsWith('application/problem+json')
    );
}

/** @param {unknown} error */
export function isAbort(error) {
    return error instanceof Error && error.name === 'AbortError';
}

/**
 * @param {string} path under /api/v1
 * @param {Record<string, string | number | undefined | null>} [query] empty values are left out
 */
export function address(path, query = {}) {
    const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
    const search = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
    return BASE + path + (search ? `?${search}` : '');
}

/**
 * @typedef {{ query?: Record<string, string | number | undefined | null>, body?: unknown, bytes?: Blob,
 *   signal?: AbortSignal, keepalive?: boolean, quiet?: boolean, confirmed?: boolean,
 *   fresh?: boolean }} Options `fresh`: a stored response will not do
 */

export class Api {
    /**
     * Called when a request finds the session gone, unless that request was `quiet`.
     * @type {() => void}
     */
    onSessionLost = () => {};

    /**
     * Called when a request needs a recently typed password. Asks for it; true if the user confirmed it. The request is
     * then sent again.
     * @type {() => Promise<boolean>}
     */
    onConfirmation = async () => false;

    /**
     * Called when the server cannot be reached, or a proxy says so. May return a stored response.
     * @type {(method: string, path: string, query: NonNullable<Options['query']>) => Promise<unknown>}
     */
    onUnreachable = async () => undefined;

    /**
     * Called for each response of the server.
     * @type {() => void}
     */
    onReached = () => {};

    /**
     * Called with the newest event that a response names: the newest one before its data was read.
     * @type {(number: number) => void}
     */
    onLatestEvent = () => {};

    /** @param {typeof fetch} [fetcher] */
    constructor(fetcher) {
        this.fetcher = fetcher ?? ((input, init) => globalThis.fetch(input, init));
    }

    /** @param {string} path @param {Options} [options] @returns {Promise<any>} */
    get(path, options) {
        return this.request('GET', path, options);
    }

    /** @param {string} path @param {unknown} [body] @param {Options} [options] @returns {Promise<any>} */
    post(path, body, options) {
        return this.request('POST', path, { ...options, body });
    }

    /** @param {string} path @param {unknown} [body] @param {Options} [options] @returns {Promise<any>} */
    put(path, body, options) {
        return this.request('PUT', path, { ...options, body });
    }

    /** @param {string} path @param {unknown} [body] @param {Options} [options] @returns {Promise<any>} */
    patch(path, body, options) {
        return this.request('PATCH', path, { ...options, body });
    }

    /** @param {string} path @param {Options} [options] @returns {Promise<any>} */
    delete(path, options) {
        return this.request('DELETE', path, options);
    }

    /**
     * @param {string} method
     * @param {string} path
     * @param {Options} [options]
     * @returns {Promise<any>} the decoded body, or undefined when there is none
     */
    async request(method, path, options = {}) {
        /** @type {Record<string, string>} */
        const headers = { Accept: method === 'HEAD' ? '*/*' : 'application/json, application/problem+json' };
        /** @type {BodyInit | undefined} */
        let body;
        if (options.bytes) {
            body = options.bytes;
            headers['Content-Type'] = options.bytes.type || 'application/octet-stream';
        } else if (options.body !== undefined) {
            body = JSON.stringify(options.body);
            headers['Content-Type'] = 'application/json';
        }
        /** @type {Response | undefined} */
        let response;
        try {
            const first = method === 'GET' && !options.query ? takeFirstAnswer(path) : undefined;
            const answer = first ?? this.fetcher(address(path, options.query), {
                method,
                headers,
                body,
                signal: options.signal,
                keepalive: options.keepalive,
                credentials: 'same-origin',
            });
            response = await answer;
        } catch (error) {
            if (isAbort(error)) throw error;
        }
        if (!response || isOfProxy(response)) {
            const stored = await this.onUnreachable(method, path, options.query ?? {});
            if (stored !== undefined && !options.fresh) return stored;
            throw new ApiError({ status: 0, code: 'network' });
        }
        this.onReached();
        const latest = response.headers.get('Rondo-Latest-Event');
        if (latest) this.onLatestEvent(Number(latest));
        const text = await response.text();
        if (response.ok) return text ? JSON.parse(text) : undefined;
        const failure = problem(response.status, decode(text), response.headers.get('Retry-After'));
        if (isSessionLost(failure) && !options.quiet) this.onSessionLost();
        if (failure.reason === 'confirmation_required' && !options.confirmed && (await this.onConfirmation())) {
            return this.request(method, path, { ...options, confirmed: true });
        }
        throw failure;
    }
}

/** @param {string} text */
function decode(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

export const api = new Api();
