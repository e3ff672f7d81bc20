// Named checks for the Node.js clients: the counterpart of checks.py.

'use strict';

const { createRequire } = require('node:module');
const path = require('node:path');
const { isDeepStrictEqual, inspect } = require('node:util');

function check(name, holds, seen = '') {
  const text = String(seen).replace(/\n/g, '\\n').slice(0, 600);
  console.log(holds ? `ok   ${name}` : `FAIL ${name}: ${text}`);
}

function equal(name, seen, wanted) {
  check(name, isDeepStrictEqual(seen, wanted), `${inspect(seen)}, wanted ${inspect(wanted)}`);
}

async function group(name, body) {
  try {
    await body();
  } catch (error) {
    check(name, false, error && error.stack);
  }
}

async function rejects(name, promise, words) {
  try {
    check(name, false, `no error but ${inspect(await promise)}`);
  } catch (error) {
    check(name, error.message.includes(words), error.message);
  }
}

// Waits until the condition holds, at most five seconds; whether it does. A call that fails meanwhile is no answer.
async function becomes(condition) {
  for (const end = Date.now() + 5000; Date.now() < end;) {
    if (await condition().catch(() => false)) return true;
    await new Promise((done) => setTimeout(done, 5));
  }
  return false;
}

// The packages are installed outside of the source tree.
function client(name) {
  const folder = process.env.NODE_CLIENTS_FOLDER || path.join(__dirname, '../../build/clients');
  return createRequire(path.join(folder, 'package.json'))(name);
}

function arguments_() {
  const [, , name, option, port] = process.argv;
  if (option !== '--port') throw new Error('usage: node SCRIPT PACKAGE --port PORT');
  return { name, port: Number(port) };
}

// A client that never connects must not hang the run.
function main(body) {
  const limit = setTimeout(() => { check('the script ends in time', false, 'it hangs'); process.exit(1); }, 60000);
  body().catch((error) => check('the script runs to its end', false, error.stack))
    .finally(() => { clearTimeout(limit); setTimeout(() => process.exit(0), 100); });
}

module.exports = { check, equal, group, rejects, becomes, client, arguments_, main };
