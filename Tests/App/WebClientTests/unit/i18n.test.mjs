import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { chooseLocale, createTranslator, LOCALES, setLocale, t, withMessages } from '../../../../public/core/i18n.js';
import { CODES, PROBLEM_REASONS, REASONS, ROLES, STEPS } from '../../../../public/features/administration/reasons.js';
import { messagesIn, messagesOfPart, parts } from './messages.mjs';

const root = new URL('../../../../public/', import.meta.url);
const messages = Object.fromEntries(LOCALES.map((locale) => [locale, messagesIn(locale)]));
const isPlural = (node) => typeof node === 'object' && 'other' in node;

function flatten(node, path = [], found = new Map()) {
    for (const [key, value] of Object.entries(node)) {
        if (typeof value === 'string' || isPlural(value)) found.set([...path, key].join('.'), value);
        else flatten(value, [...path, key], found);
    }
    return found;
}

const flat = Object.fromEntries(LOCALES.map((locale) => [locale, flatten(messages[locale])]));
const texts = (value) => (typeof value === 'string' ? [value] : Object.values(value));
const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

function sources(folder = root) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        if (entry.isDirectory()) return sources(new URL(`${entry.name}/`, folder));
        return entry.name.endsWith('.js') ? [readFileSync(new URL(entry.name, folder), 'utf8')] : [];
    });
}

const filesBelow = (folder) =>
    readdirSync(new URL(folder, root), { withFileTypes: true }).flatMap((entry) => {
        const name = `${folder}${entry.name}`;
        if (entry.isDirectory()) return filesBelow(`${name}/`);
        return name.endsWith('.js') ? [{ name, text: readFileSync(new URL(name, root), 'utf8') }] : [];
    });

test('every language has the same messages', () => {
    for (const locale of LOCALES) assert.deepEqual([...flat[locale].keys()].sort(), [...flat.en.keys()].sort(), locale);
});

test('no message is empty', () => {
    for (const locale of LOCALES) for (const [key, value] of flat[locale]) for (const text of texts(value)) assert.ok(text.trim(), `${locale} ${key}`);
});

test('every language fills in the same names', () => {
    for (const locale of LOCALES) {
        for (const [key, value] of flat[locale]) {
            const wanted = names(texts(flat.en.get(key)).at(-1));
            for (const text of texts(value)) assert.deepEqual(names(text), wanted, `${locale} ${key}`);
        }
    }
});

test('a message that counts has each plural form of its language, and no other', () => {
    for (const locale of LOCALES) {
        const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.sort();
        for (const [key, value] of flat[locale]) {
            assert.equal(isPlural(value), isPlural(flat.en.get(key)), key);
            if (isPlural(value)) assert.deepEqual(Object.keys(value).sort(), wanted, `${locale} ${key}`);
        }
    }
});

test('Polish counts in four forms', () => {
    const { translate } = createTranslator('pl', messages.pl);
    const cases = [[0, '0 utworów'], [1, '1 utwór'], [2, '2 utwory'], [4, '4 utwory'], [5, '5 utworów'], [12, '12 utworów'], [22, '22 utwory'], [25, '25 utworów'], [1.5, '1,5 utworu']];
    for (const [count, text] of cases) assert.equal(translate('count.tracks', { count }), text);
});

test('English and Spanish count in theirs', () => {
    const en = createTranslator('en', messages.en);
    const es = createTranslator('es', messages.es);
    assert.equal(en.translate('count.albums', { count: 1 }), '1 album');
    assert.equal(en.translate('count.albums', { count: 1200 }), '1,200 albums');
    assert.equal(es.translate('count.albums', { count: 1 }), '1 álbum');
    assert.equal(es.translate('count.albums', { count: 7 }), '7 álbumes');
});

test('each reason and code of the interface has a sentence in each language', () => {
    for (const locale of LOCALES) {
        const { has } = createTranslator(locale, messages[locale]);
        for (const reason of REASONS) assert.ok(has(`errors.reason.${reason}`), `${locale} ${reason}`);
        for (const code of CODES) assert.ok(has(`errors.code.${code}`), `${locale} ${code}`);
        for (const reason of PROBLEM_REASONS) assert.ok(has(`problems.reasons.${reason}`), `${locale} ${reason}`);
        for (const role of ROLES) assert.ok(has(`roles.${role}`));
        for (const trouble of ['missing', 'unsupported', 'network', 'forbidden', 'blocked']) assert.ok(has(`player.trouble.${trouble}`));
        for (const step of STEPS) assert.ok(has(`scans.step.${step}`));
        for (const state of ['running', 'finished', 'cancelled', 'failed']) assert.ok(has(`scans.state.${state}`));
    }
});

test('each message that the code names exists', () => {
    const { has } = createTranslator('en', messages.en);
    for (const source of sources()) {
        for (const [, key] of source.matchAll(/\bt\('([\w.]+)'/g)) assert.ok(has(key), key);
    }
});

test('a missing message shows its key, and a missing value its name', () => {
    const { translate } = createTranslator('en', { greeting: 'Hello {name}' });
    assert.equal(translate('nothing.here'), 'nothing.here');
    assert.equal(translate('greeting'), 'Hello {name}');
    assert.equal(translate('greeting', { name: '{name}' }), 'Hello {name}');
    assert.equal(translate('constructor.name'), 'constructor.name');
});

test('the language is the first wish that we speak', () => {
    const cases = [[['fr-FR', 'es-MX', 'pl'], 'es'], [['pl_PL'], 'pl'], [['de'], 'en'], [[], 'en'], [['', 'EN-gb'], 'en'], [['plt'], 'en']];
    for (const [wishes, locale] of cases) assert.equal(chooseLocale(wishes), locale);
});

test('what one feature alone says is a part of its own, and nobody else says it', () => {
    assert.ok(parts.length > 0);
    const all = [...filesBelow('core/'), ...filesBelow('elements/'), ...filesBelow('features/'), ...filesBelow('player/')];
    for (const part of parts) {
        for (const section of Object.keys(messagesOfPart('en', part))) {
            assert.ok(!Object.hasOwn(messagesOfPart('en'), section), `${section} is everybody's, too`);
            const named = new RegExp(`['"\`]${section}\\.`);
            const users = all.filter(({ name, text }) => !name.startsWith(`features/${part}/`) && named.test(text)).map(({ name }) => name);
            assert.deepEqual(users, [], `${section} comes with the pages of ${part} alone`);
        }
    }
});

test('the messages of a page come with it, in the language that is chosen meanwhile, and a failure is tried again', async (context) => {
    const asked = [];
    let fails = true;
    context.mock.method(globalThis, 'fetch', async (url) => {
        const name = url.href.split('/locales/')[1];
        asked.push(name);
        if (name === 'x/es.json' && fails) return new Response('', { status: 503 });
        return Response.json(name.includes('/') ? { page: { title: name } } : { app: { name: 'Rondo' } });
    });
    globalThis.document ??= { documentElement: {} };
    await setLocale('es');
    await assert.rejects(withMessages('x', Promise.resolve('module')));
    assert.equal(t('page.title'), 'page.title');
    fails = false;
    const [module, again] = await Promise.all([withMessages('x', Promise.resolve('module')), withMessages('x', Promise.resolve('again')), setLocale('pl')]);
    assert.deepEqual([module, again, t('page.title'), t('app.name')], ['module', 'again', 'x/pl.json', 'Rondo']);
    assert.equal(asked.filter((name) => name === 'x/pl.json').length, 1);
});
