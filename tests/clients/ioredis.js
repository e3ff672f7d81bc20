// ioredis: ready check, auto-pipelining, scan streams, reconnect after CLIENT KILL, buffers, both RESP versions.

'use strict';

const { check, equal, group, rejects, becomes, client, arguments_, main } = require('./checks.js');

const { name, port } = arguments_();
const Redis = client(name).default || client(name);

const connect = (options = {}) => new Redis({ port, host: '127.0.0.1', maxRetriesPerRequest: 2, ...options });

async function values(redis) {
  equal('set, get', [await redis.set('k', 'v'), await redis.get('k')], ['OK', 'v']);
  equal('set with options', [await redis.set('k', 'w', 'EX', 100, 'NX'), await redis.set('k', 'w', 'XX', 'GET')], [null, 'v']);
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  await redis.set('bytes', bytes);
  check('getBuffer returns the bytes', bytes.equals(await redis.getBuffer('bytes')));
  equal('mset with an object, mget', [await redis.mset({ a: 1, b: 2 }), await redis.mget('a', 'b', 'none')], ['OK', ['1', '2', null]]);
  equal('incr, incrbyfloat', [await redis.incr('n'), await redis.incrbyfloat('n', 1.5)], [1, '2.5']);
  equal('setbit, bitcount', [await redis.setbit('bits', 9, 1), await redis.bitcount('bits')], [0, 1]);
  await rejects('an error rejects', redis.incr('k'), 'ERR value is not an integer or out of range');
  await rejects('an unknown command', redis.call('NOSUCH', 'x'), "ERR unknown command 'NOSUCH'");
}

async function pipelines(redis) {
  const pipeline = redis.pipeline();
  for (let number = 0; number < 2000; number++) pipeline.set(`p${number}`, number).get(`p${number}`);
  const replies = await pipeline.exec();
  check('a pipeline of 4,000 keeps its order',
    replies.every(([error, value], at) => !error && value === (at % 2 ? String((at - 1) / 2) : 'OK')));
  const mixed = await redis.pipeline().set('e', 'text').incr('e').get('e').exec();
  equal('an error in a pipeline stays in its place', mixed.map(([error]) => error !== null), [false, true, false]);
  const auto = connect({ enableAutoPipelining: true });
  const got = await Promise.all(Array.from({ length: 500 }, (_, number) => auto.get(`p${number}`)));
  check('auto-pipelining', got.every((value, number) => value === String(number)));
  auto.disconnect();
}

async function scanning(redis) {
  const seen = new Set();
  for await (const keys of redis.scanStream({ match: 'p*', count: 100 })) keys.forEach((key) => seen.add(key));
  equal('scanStream finds every key', seen.size, 2000);
  equal('keyPrefix', await connectPrefixed(), ['OK', 'x', 1]);
}

async function connectPrefixed() {
  const redis = connect({ keyPrefix: 'pre:' });
  const plain = connect();
  const result = [await redis.set('k', 'x'), await plain.get('pre:k'), await redis.del('k')];
  redis.disconnect();
  plain.disconnect();
  return result;
}

async function expiry(redis) {
  await redis.set('short', 1, 'PX', 30);
  check('a key is gone after its time', await becomes(async () => (await redis.get('short')) === null));
  await redis.set('long', 1, 'EX', 100);
  check('ttl', [99, 100].includes(await redis.ttl('long')));
}

async function connecting(redis) {
  const named = connect({ db: 3, connectionName: 'ioredis-app' });
  equal('db and connectionName at connect', [await named.client('GETNAME'), (await named.set('d3', 1))], ['ioredis-app', 'OK']);
  const id = await named.client('ID');
  equal('the key is in database 3', [await redis.exists('d3'), await named.exists('d3')], [0, 1]);
  equal('client kill', await redis.client('KILL', 'ID', id), 1);
  await becomes(async () => (await named.client('ID')) !== id);
  equal('it connects again, with its name and database', [await named.client('GETNAME'), await named.exists('d3')], ['ioredis-app', 1]);
  check('under a new id', (await named.client('ID')) !== id);
  equal('quit', await named.quit(), 'OK');
  const lazy = connect({ lazyConnect: true });
  await lazy.connect();
  equal('the ready check has passed', lazy.status, 'ready');
  lazy.disconnect();
}

async function administration(redis) {
  const info = await redis.info();
  check('info', info.includes('redis_version:7.'), info);
  const setting = await redis.config('GET', 'maxmemory-policy');
  check('config get', JSON.stringify(setting).includes('noeviction'), JSON.stringify(setting));
  equal('dbsize, flushdb', [await redis.dbsize() > 0, await redis.flushdb(), await redis.dbsize()], [true, 'OK', 0]);
}

main(async () => {
  const redis = connect();
  redis.on('error', (error) => check('no connection error', false, error));
  await redis.flushall();
  for (const part of [values, pipelines, scanning, expiry, connecting, administration]) await group(part.name, () => part(redis));
  await redis.flushall();
  redis.disconnect();
});
