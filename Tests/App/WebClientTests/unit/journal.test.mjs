import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { createTranslator, LOCALES } from '../../../../public/core/i18n.js';
import { actionKey, JOURNAL_KINDS, sentence } from '../../../../public/features/administration/journal/model.js';
import { messagesIn } from './messages.mjs';

const sources = new URL('../../../../Sources/', import.meta.url);
const messages = Object.fromEntries(LOCALES.map((locale) => [locale, messagesIn(locale)]));

function swift(folder = sources) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        if (entry.isDirectory()) return swift(new URL(`${entry.name}/`, folder));
        return entry.name.endsWith('.swift') ? [readFileSync(new URL(entry.name, folder), 'utf8')] : [];
    });
}

/** The text within the parentheses that open at `start`. */
function bracketed(text, start) {
    let depth = 0;
    for (let at = start; at < text.length; at += 1) {
        if (text[at] === '(') depth += 1;
        if (text[at] === ')' && --depth === 0) return text.slice(start, at);
    }
    return text.slice(start);
}

/** Every action that the server's code writes into the journal. */
function actions() {
    const found = new Set();
    const code = /"((?:[a-z][\w-]*|\\\(kind\))(?:\.[a-zA-Z-]+)+)"/g;
    const note = (text) => {
        for (const [, action] of text.matchAll(code)) {
            // Posts and comments of the board share their code.
            for (const kind of action.startsWith('\\(kind)') ? ['post', 'comment'] : ['']) found.add(action.replace('\\(kind)', kind));
        }
    };
    for (const text of swift()) {
        for (const call of text.matchAll(/\b(?:JournalEntry|entry|identity|record|recordFailure|change)\(/g)) note(bracketed(text, call.index + call[0].length - 1));
        for (const [line] of text.matchAll(/^.*\blet (?:action|verb)\b.*$/gm)) note(line);
    }
    return [...found].sort();
}

test('each action that the code journals has a sentence in each language', () => {
    const all = actions();
    for (const known of ['post.hide', 'comment.delete', 'journal.cut', 'backup.fail', 'track.withdraw', 'track.edit.undo', 'two-factor.codes', 'signin.failed']) assert.ok(all.includes(known), known);
    assert.ok(all.length > 120, String(all.length));
    for (const locale of LOCALES) {
        const said = messages[locale].journal.said;
        for (const action of all) assert.ok(said[actionKey(action).split('.').at(-1)], `${locale} ${action}`);
        for (const key of Object.keys(said)) assert.ok(all.some((action) => actionKey(action).endsWith(`.${key}`)), `nothing journals ${key}`);
        for (const kind of JOURNAL_KINDS) assert.ok(messages[locale].journal.kinds[kind], `${locale} ${kind}`);
    }
});

const entry = (parts) => ({ number: 1, at: '2026-11-21T07:00:00Z', action: 'track.edit', origin: '192.0.2.1', details: {}, personId: 'a', person: 'Ada', ...parts });
const words = Object.fromEntries(LOCALES.map((locale) => [locale, createTranslator(locale, messages[locale])]));
const told = (parts, locale = 'en') => sentence(entry(parts), words[locale]).map((part) => part.text).join('');

test('an entry reads as a sentence with its names linked', () => {
    const approved = entry({ action: 'submission.approve', subjectKind: 'submission', subjectId: 's', names: { subject: { name: 'Title', artist: 'Artist' } } });
    assert.deepEqual(sentence(approved, words.en), [
        { text: 'Ada', path: '/people/a', isName: true }, { text: ' approved ' }, { text: 'Title by Artist', path: '/administration/moderation', isName: true },
    ]);
    assert.equal(told({ action: 'track.withdraw', subjectKind: 'track', subjectId: 't', names: { subject: { name: 'Title', artist: 'Artist' } } }, 'pl'), 'Ada wycofuje Title, Artist');
    assert.equal(told({ action: 'like.add', subjectKind: 'album', subjectId: 'l', names: { subject: { name: 'Pastel' } } }, 'es'), 'A Ada le gusta Pastel');
});

test('what is gone still reads well: by what it was called, or by what it was', () => {
    assert.equal(told({ action: 'playlist.delete', subjectKind: 'playlist', subjectId: 'p', details: { name: 'Mix' } }), 'Ada deleted the playlist Mix');
    assert.equal(told({ subjectKind: 'track', subjectId: 't' }), 'Ada corrected a song that is gone');
    assert.equal(told({ action: 'user.disable', subjectKind: 'user', subjectId: 'u', person: undefined }), 'A deleted account disabled the account (deleted)');
    assert.equal(told({ action: 'scan.start', subjectKind: 'scan', subjectId: 's', person: undefined, personId: undefined, origin: 'gateway' }), 'The server started a scan');
    assert.equal(told({ action: 'report.create', subjectKind: 'report', subjectId: 'r', details: { track: 't', title: 'Old' }, names: { track: { name: 'Song' }, subject: { name: 'Old' } } }), 'Ada reported Song');
    assert.equal(told({ action: 'thing.done', subjectKind: 'thing', subjectId: 'x' }), 'Ada thing.done something that is gone');
});

test('no name becomes markup or swallows the sentence', () => {
    const parts = sentence(entry({ person: '{what}', action: 'track.edit', subjectKind: 'track', subjectId: 't', names: { subject: { name: '<b>{who}</b>' } } }), words.en);
    assert.deepEqual(parts.map((part) => part.text), ['{what}', ' corrected ', '<b>{who}</b>']);
});
