// @ts-check
// Imports by link: their shape, and what the screen computes of them.

/** @typedef {'waiting'|'fetching'|'done'|'failed'} ImportState */
/**
 * @typedef {object} Import
 * @property {string} id the upload's and the submission's too, once there is one
 * @property {string} url
 * @property {ImportState} state
 * @property {number} received bytes
 * @property {string} [name] once its server has said
 * @property {number} [total] where its server has said
 * @property {string} [wishId]
 * @property {string} [reason]
 * @property {string} [detail]
 */

/**
 * The links of a text, each once, as they were typed.
 * @param {string} text
 */
export function linksIn(text) {
    return [...new Set(text.split(/\s+/u).filter(Boolean))];
}

/**
 * Those that have not become uploads.
 * @param {Import[]} items
 */
export const openImports = (items) => items.filter((one) => one.state !== 'done');

/**
 * The list with what an `importProgress` event tells.
 * @param {Import[]} items
 * @param {{ id: string, received: number, total?: number }} progress
 * @returns {Import[]}
 */
export function withProgress(items, { id, received, total }) {
    return items.map((one) =>
        one.id === id && one.state !== 'done' && one.state !== 'failed'
            ? { ...one, state: 'fetching', received, total }
            : one,
    );
}

/**
 * How much of it is here, of 1; nothing where that is not known.
 * @param {Import} one
 */
export const shareOf = ({ received, total }) => (total ? Math.min(1, received / total) : undefined);

/**
 * The import's name.
 * @param {Import} one
 */
export const importName = ({ name, url }) => name ?? url;
