// The messages of the client, as tests read them: those of all parts together.

import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../../public/locales/', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

/** The parts that come with the pages of one feature. */
export const parts = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** The messages of one part; without one, everybody's. */
export const messagesOfPart = (locale, part = '') => read(`${part && `${part}/`}${locale}.json`);

/** All messages in a language. */
export const messagesIn = (locale) => Object.assign({}, ...['', ...parts].map((part) => messagesOfPart(locale, part)));
