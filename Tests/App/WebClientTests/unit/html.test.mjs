import assert from 'node:assert/strict';
import test from 'node:test';
import { attribute, escape, html } from '../../../../public/core/html.js';
import { cover, placeholder, seedOf } from '../../../../public/elements/music/cover.js';
import { imagePath, sizedImage } from '../../../../public/core/images.js';

const HOSTILE = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onmouseover='alert(1)", '`${alert(1)}`', '&lt;script&gt;', '</title><svg/onload=alert(1)>', 'javascript:alert(1)', '\u202Egpj.exe', '\0<b>'];

test('hostile text never becomes markup or script', () => {
    for (const text of HOSTILE) {
        const markup = String(html`<p title="${text}">${text}</p>`);
        assert.equal([...markup.matchAll(/</g)].length, 2, text);
        assert.equal([...markup.matchAll(/"/g)].length, 2, text);
        assert.ok(!markup.includes("'") && !markup.includes('`'), text);
    }
});

test('what was escaped is the text again when it is read', () => {
    const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#96;': '`' };
    for (const text of HOSTILE) assert.equal(escape(text).replace(/&(amp|lt|gt|quot|#39|#96);/g, (entity) => entities[entity]), text);
});

test('templates keep their markup, also in lists; text never becomes markup', () => {
    assert.equal(String(html`<ul>${['a', 'b'].map((item) => html`<li>${item}</li>`)}</ul>`), '<ul><li>a</li><li>b</li></ul>');
    assert.equal(String(html`${['<b>', html`<i></i>`]}`), '&lt;b&gt;<i></i>');
});

test('an object that pretends to be markup is text', () => {
    const pretender = { toString: () => '<script>', text: '<script>' };
    assert.equal(String(html`${pretender}`), '&lt;script&gt;');
});

test('nothing, and what is only true or false, prints nothing', () => {
    assert.equal(String(html`${null}${undefined}${false}${true}${''}`), '');
    assert.equal(String(html`${0}`), '0');
});

test('an attribute without quotes is refused', () => {
    assert.throws(() => html`<a href=${'x'}>`, TypeError);
    assert.throws(() => html`<a class="${'a'}" href=${'x'}>`, TypeError);
    assert.equal(String(html`<p>a = ${'b'}</p>`), '<p>a = b</p>');
});

test('a boolean attribute is there or not', () => {
    assert.equal(String(html`<input${attribute('disabled', true)}>`), '<input disabled>');
    assert.equal(String(html`<input${attribute('disabled', false)}>`), '<input>');
});

test('only the server’s own images are shown', () => {
    assert.equal(imagePath('/api/v1/images/abc-DEF_1.2~%20'), '/api/v1/images/abc-DEF_1.2~%20');
    for (const path of ['https://evil.example/x.png', '//evil.example/x', '/api/v1/images/../me', '/api/v1/images/a/b', 'data:image/svg+xml,<svg/>', 'javascript:alert(1)', '', undefined]) {
        assert.equal(imagePath(path), undefined, String(path));
    }
    const shown = String(cover('/api/v1/images/abc', 'Title', { kind: 'row' }));
    assert.ok(shown.includes('srcset="/api/v1/images/abc?size=64&amp;format=webp 64w, '), shown);
    assert.equal(sizedImage('/api/v1/images/abc', 512, 'jpeg'), '/api/v1/images/abc?size=512&format=jpeg');
    assert.equal(sizedImage('https://evil.example/x.png', 512), undefined);
    assert.ok(!String(cover('https://evil.example/x.png', 'Title')).includes('evil'));
});

test('the same title gets the same drawing, and a hostile one stays a drawing', () => {
    const plain = (title) => String(placeholder(title)).replace(/art-\d+/g, 'art');
    assert.equal(plain('Rondo'), plain('Rondo'));
    assert.notEqual(plain('Rondo'), plain('Fugue'));
    assert.equal(seedOf('Rondo'), seedOf('Rondo'));
    for (const text of HOSTILE) assert.ok(!/onerror|onload|<script/.test(plain(text)), text);
    assert.match(plain('!!!'), /♪/);
    assert.match(plain('…żaba'), />Ż</);
});
