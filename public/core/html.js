// @ts-check
// The only place where text becomes HTML. Every value is escaped; markup can come only from this template itself.

/** HTML that this module made. Its text is private, so nothing else can forge one. */
class Markup {
    #text;

    /** @param {string} text */
    constructor(text) {
        this.#text = text;
    }

    toString() {
        return this.#text;
    }
}

/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' };

/** @param {unknown} value */
export function escape(value) {
    return String(value).replace(/[&<>"'`]/g, (character) => ENTITIES[character]);
}

/**
 * Escaping tagged template. `null`, `undefined` and booleans print nothing, arrays are joined, markup passes unchanged.
 * An attribute value must stand in quotes, or it throws: an unquoted one cannot be escaped safely.
 *
 * @param {TemplateStringsArray} strings
 * @param {...unknown} values
 */
export function html(strings, ...values) {
    let text = strings[0];
    values.forEach((value, index) => {
        if (/=\s*$/.test(strings[index]) && text.lastIndexOf('<') > text.lastIndexOf('>')) {
            throw new TypeError('An attribute value needs quotes around it.');
        }
        text += print(value) + strings[index + 1];
    });
    return new Markup(text);
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function print(value) {
    if (value === null || value === undefined || typeof value === 'boolean') return '';
    if (value instanceof Markup) return value.toString();
    if (Array.isArray(value)) return value.map(print).join('');
    return escape(value);
}

/**
 * A boolean attribute: `<button ${attribute('disabled', busy)}>`.
 * @param {'disabled'|'checked'|'selected'|'hidden'|'open'|'required'|'multiple'} name
 * @param {unknown} on
 */
export function attribute(name, on) {
    return on ? new Markup(` ${name}`) : null;
}

/** The only script that this client loads by its URL. */
const WORKER = '/service-worker.js';

const rules = {
    createHTML: (/** @type {string} */ text) => text,
    createScriptURL(/** @type {string} */ address) {
        if (address !== WORKER) throw new TypeError('Only the service worker is loaded by its address.');
        return address;
    },
};

/** @type {{ createHTML(text: string): any, createScriptURL(address: string): any } | undefined} */
let policy;

function trustedPolicy() {
    const types = /** @type {any} */ (globalThis).trustedTypes;
    policy ??= types?.createPolicy ? types.createPolicy('rondo', rules) : rules;
    return /** @type {NonNullable<typeof policy>} */ (policy);
}

/**
 * The service worker's URL, as `register` takes it.
 * @returns {string}
 */
export const workerAddress = () => trustedPolicy().createScriptURL(WORKER);

/** @param {unknown} markup */
function verified(markup) {
    if (!(markup instanceof Markup)) throw new TypeError('Only markup from the html template can be rendered.');
    return trustedPolicy().createHTML(markup.toString());
}

/**
 * Replaces the content of `element`.
 * @param {Element} element
 * @param {unknown} markup
 */
export function render(element, markup) {
    element.innerHTML = verified(markup);
}

/**
 * @param {unknown} markup
 * @returns {DocumentFragment}
 */
export function fragment(markup) {
    const template = document.createElement('template');
    template.innerHTML = verified(markup);
    return template.content;
}

/**
 * Appends to `element` without touching its content.
 * @param {Element} element
 * @param {unknown} markup
 */
export function append(element, markup) {
    element.append(fragment(markup));
}
