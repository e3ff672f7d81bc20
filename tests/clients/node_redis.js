// node-redis: RESP2 and RESP3, pipelines by batching, scanIterator, buffers, reconnect, pools.

'use strict';

const { check, equal, group, rejects, becomes, client, arguments_, main } = require('./checks.js');

const { name, port } = arguments_();
const library = client(name);

async function connect(options = {}) {
  const redis = library.createClient({ socket: { host: '127.0.0.1', port }, ...options });
  redis.on('error', () => {});
  await redis.connect();
  return redis;
}

async function values(redis) {
  equal('set, get', [await redis.set('k', 'v'), await redis.get('k')], ['OK', 'v']);
  equal('set NX', await redis.set('k', 'w', { NX: true }), null);
  equal('mSet, mGet', [await redis.mSet({ a: '1', b: '2' }), await redis.mGet(['a', 'b', 'none'])], ['OK', ['1', '2', null]]);
  equal('incr, incrBy, decr', [await redis.incr('n'), await redis.incrBy('n', 5), await redis.decr('n')], [1, 6, 5]);
  equal('incrByFloat', Number(await redis.incrByFloat('n', 1.5)), 6.5);
  equal('append, getRange', [await redis.append('k', 'alue'), await redis.getRange('k', 0, 1)], [5, 'va']);
  equal('setBit, bitCount', [await redis.setBit('bits', 9, 1), await redis.bitCount('bits')], [0, 1]);
  equal('exists, del, type', [await redis.exists(['a', 'b']), await redis.del(['a', 'b']), await redis.type('k')], [2, 2, 'string']);
  await rejects('an error rejects', redis.incr('k'), 'ERR value is not an integer or out of range');
  await rejects('an unknown command', redis.sendCommand(['NOSUCH']), "ERR unknown command 'NOSUCH'");
}

async function lcs(redis) {
  await redis.mSet({ 'l1{l}': 'ohmytext', 'l2{l}': 'mynewtext' });
  const found = await redis.lcsIdx('l1{l}', 'l2{l}');
  equal('lcsIdx', [found.len, found.matches.length], [6, 2]);
}

async function pipelines(redis) {
  const work = [];
  for (let number = 0; number < 2000; number++) work.push(redis.set(`p${number}`, String(number)), redis.get(`p${number}`));
  const replies = await Promise.all(work);
  check('4,000 commands at once keep their order', replies.every((value, at) => value === (at % 2 ? String((at - 1) / 2) : 'OK')));
}

async function scanning(redis) {
  const seen = new Set();
  for await (const keys of redis.scanIterator({ MATCH: 'p*', COUNT: 100 })) [].concat(keys).forEach((key) => seen.add(key));
  equal('scanIterator finds every key', seen.size, 2000);
}

async function expiry(redis) {
  await redis.set('short', '1', { PX: 30 });
  check('a key is gone after its time', await becomes(async () => (await redis.get('short')) === null));
  equal('expire, persist', [await redis.expire('k', 100), await redis.persist('k'), await redis.ttl('k')].map(Number), [1, 1, -1]);
}

async function connecting(redis) {
  const named = await connect({ database: 3, name: 'node-redis-app' });
  equal('name and database at connect', [await named.clientGetName(), await named.set('d3', '1')], ['node-redis-app', 'OK']);
  const id = await named.clientId();
  equal('clientKill by id', Number(await redis.clientKill({ filter: 'ID', id })), 1);
  await becomes(async () => (await named.clientId()) !== id);
  equal('it connects again, with its name and database', [await named.clientGetName(), await named.exists('d3')], ['node-redis-app', 1]);
  const me = await named.clientInfo();
  equal('clientInfo', [me.name, me.db], ['node-redis-app', 3]);
  named.destroy();
}

async function administration(redis) {
  const info = await redis.info();
  check('info', info.includes('redis_version:7.'), info);
  equal('configGet', { ...(await redis.configGet('maxmemory-policy')) }, { 'maxmemory-policy': 'noeviction' });
  equal('ping, echo', [await redis.ping(), await redis.echo('hi')], ['PONG', 'hi']);
  const entry = await redis.commandInfo(['set']);
  equal('commandInfo', [entry[0].name, entry[0].arity], ['set', -3]);
  equal('dbSize, flushDb', [(await redis.dbSize()) > 0, await redis.flushDb(), await redis.dbSize()], [true, 'OK', 0]);
}

main(async () => {
  for (const RESP of [2, 3]) {
    await group(`RESP ${RESP}`, async () => {
      const redis = await connect({ RESP });
      await redis.flushAll();
      for (const part of [values, lcs, pipelines, scanning, expiry, connecting, administration]) {
        await group(`RESP ${RESP} ${part.name}`, () => part(redis));
      }
      await redis.flushAll();
      redis.destroy();
    });
  }
});
