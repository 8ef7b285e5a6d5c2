// The client's messages for the tests, from all parts together.

import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../../public/locales/', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

/** The parts that belong to the pages of one feature. */
export const parts = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** The messages of one part, or the common ones without a part. */
export const messagesOfPart = (locale, part = '') => read(`${part && `${part}/`}${locale}.json`);

/** All messages in a language. */
export const messagesIn = (locale) => Object.assign({}, ...['', ...parts].map((part) => messagesOfPart(locale, part)));
