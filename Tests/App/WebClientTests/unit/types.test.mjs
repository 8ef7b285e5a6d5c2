import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

// TypeScript checks the client's JSDoc and compiles nothing. Debian's package is node-typescript.

const project = fileURLToPath(new URL('.', import.meta.url));
const isThere = spawnSync('tsc', ['--version']).status === 0;

test('the types of the client agree', { skip: !isThere && 'there is no tsc: apt-get install node-typescript' }, () => {
    const { status, stdout, stderr } = spawnSync('tsc', ['-p', project, '--pretty', 'false'], { encoding: 'utf8' });
    assert.equal(status, 0, `${stdout}${stderr}`);
});
