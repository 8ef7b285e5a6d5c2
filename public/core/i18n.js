// @ts-check
// Messages in three languages. A message is plain text with {names}; one that counts has a text for each plural
// category. Messages of a single feature form a part of their own, which is loaded with its pages.

export const LOCALES = /** @type {const} */ (['en', 'pl', 'es']);

/** @typedef {'en'|'pl'|'es'} Locale */
/** @typedef {{ [key: string]: string | Messages }} Messages */

/**
 * The best available language for a list of preferences, such as `navigator.languages`.
 * @param {readonly string[]} wishes
 * @returns {Locale}
 */
export function chooseLocale(wishes) {
    for (const wish of wishes) {
        const language = wish.toLowerCase().split(/[-_]/)[0];
        const locale = LOCALES.find((candidate) => candidate === language);
        if (locale) return locale;
    }
    return 'en';
}

/**
 * @param {Messages} messages
 * @param {string} key
 * @returns {string | Messages | undefined}
 */
function lookUp(messages, key) {
    /** @type {string | Messages | undefined} */
    let node = messages;
    for (const part of key.split('.')) {
        if (typeof node !== 'object' || !Object.hasOwn(node, part)) return undefined;
        node = node[part];
    }
    return node;
}

/**
 * @param {Locale} locale
 * @param {Messages} messages
 */
export function createTranslator(locale, messages) {
    const plurals = new Intl.PluralRules(locale);
    const numbers = new Intl.NumberFormat(locale);

    /**
     * @param {string} key
     * @param {Record<string, string | number>} [values] `count` chooses the plural form
     * @returns {string}
     */
    function translate(key, values = {}) {
        let message = lookUp(messages, key);
        if (typeof message === 'object') {
            const category = plurals.select(Number(values.count ?? 0));
            message = message[category] ?? message.other;
        }
        if (typeof message !== 'string') return key;
        return message.replace(/\{(\w+)\}/g, (whole, name) => {
            const value = values[name];
            if (value === undefined) return whole;
            return typeof value === 'number' ? numbers.format(value) : value;
        });
    }

    /** @param {string} key */
    const has = (key) => {
        const message = lookUp(messages, key);
        return typeof message === 'string' || (typeof message === 'object' && 'other' in message);
    };

    return { locale, translate, has };
}

let current = createTranslator('en', {});

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {string} key @param {Record<string, string | number>} [values] */
export const t = (key, values) => current.translate(key, values);

/** @param {string} key */
export const hasMessage = (key) => current.has(key);

export const currentLocale = () => current.locale;

/** @param {() => void} listener called when the language has changed */
export function onLocaleChange(listener) {
    listeners.add(listener);
}

/** @type {Map<string, Promise<Messages>>} by their paths below locales/ */
const files = new Map();

/** The features whose messages are needed; the empty name stands for the common messages. */
const parts = new Set(['']);

/** @param {Locale} locale @param {string} part */
function messagesOf(locale, part) {
    const address = `../locales/${part && `${part}/`}${locale}.json`;
    const known = files.get(address);
    if (known) return known;
    const messages = fetch(new URL(address, import.meta.url), { credentials: 'same-origin' }).then((response) => {
        if (!response.ok) throw new Error(`No messages for ${locale}`);
        return response.json();
    });
    files.set(address, messages);
    messages.catch(() => files.delete(address));
    return messages;
}

/** @param {Locale} locale loads all needed messages of it */
async function translatorFor(locale) {
    const messages = await Promise.all(Array.from(parts, (part) => messagesOf(locale, part)));
    return createTranslator(locale, Object.assign({}, ...messages));
}

/** @param {Locale} locale */
export async function setLocale(locale) {
    const changed = locale !== current.locale || !current.has('app.name');
    if (!changed) return;
    current = await translatorFor(locale);
    document.documentElement.lang = locale;
    for (const listener of listeners) listener();
}

/** @type {Map<string, Promise<void>>} by part */
const additions = new Map();

/** @param {string} part */
async function add(part) {
    parts.add(part);
    for (;;) {
        const { locale } = current;
        const next = await translatorFor(locale);
        // Another language may have been chosen meanwhile.
        if (current.locale !== locale) continue;
        current = next;
        return;
    }
}

/**
 * Returns a page's module once its feature's messages are loaded, too.
 * @template T
 * @param {string} part a folder of locales/
 * @param {Promise<T>} module
 * @returns {Promise<T>}
 */
export async function withMessages(part, module) {
    const addition = additions.get(part) ?? add(part);
    additions.set(part, addition);
    addition.catch(() => {
        parts.delete(part);
        additions.delete(part);
    });
    const [loaded] = await Promise.all([module, addition]);
    return loaded;
}

/** @type {Record<string, string>} each language in its own words */
export const LANGUAGE_NAMES = { en: 'English', pl: 'Polski', es: 'Español' };
