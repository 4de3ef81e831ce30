import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { documentVariables, parseEnvironment, variableNames } from './environment.ts'
import { isLoopback } from './loopback.ts'
import { StartRefusal } from './start-refusal.ts'

test('without variables the portal runs on loopback with demo accounts (contract.md 1)', () => {
  const environment = parseEnvironment({})
  assert.equal(environment.port, 3000)
  assert.equal(environment.host, '127.0.0.1')
  assert.equal(environment.publicOrigin, 'http://localhost:3000')
  assert.deepEqual(environment.database, { kind: 'embedded' })
  assert.equal(environment.rateLimitPerMinute, 6000)
  assert.equal(environment.demo, true)
  assert.equal(environment.smtpListen, null)
  assert.match(environment.dataDir, /data$/)
})

test('the default public address uses PORT, and an empty variable counts as absent', () => {
  assert.equal(parseEnvironment({ PORT: '4000' }).publicOrigin, 'http://localhost:4000')
  assert.equal(parseEnvironment({ PORT: '', DATABASE_URL: '' }).port, 3000)
  assert.equal(
    parseEnvironment({ PUBLIC_ORIGIN: 'https://portal.example.org/', TRUSTED_PROXIES: 'none' }).publicOrigin,
    'https://portal.example.org',
  )
})

const refused: readonly [Record<string, string>, RegExp][] = [
  [{ PORT: 'abc' }, /^PORT must be a port number/],
  [{ PORT: '0' }, /^PORT /],
  [{ PORT: '70000' }, /^PORT /],
  [{ HOST: 'not a host' }, /^HOST /],
  [{ PUBLIC_ORIGIN: 'portal.example.org' }, /^PUBLIC_ORIGIN /],
  [{ PUBLIC_ORIGIN: 'https://portal.example.org/path' }, /^PUBLIC_ORIGIN /],
  [{ PUBLIC_ORIGIN: 'http://portal.example.org' }, /^PUBLIC_ORIGIN must begin with https/],
  [{ DATABASE_URL: 'mysql://localhost/portal' }, /^DATABASE_URL /],
  [
    { DATABASE_READ_URL: 'postgres://localhost/portal' },
    /^DATABASE_READ_URL names a standby of DATABASE_URL/,
  ],
  [{ DATABASE_READ_URL: 'pglite:' }, /^DATABASE_READ_URL /],
  [{ DATABASE_URL: 'postgres://localhost/portal' }, /^SECRET_KEY is missing/],
  [{ SECRET_KEY: 'short' }, /^SECRET_KEY must have at least 32/],
  [{ S3_BUCKET: 'files' }, /^S3_ENDPOINT is missing/],
  [{ S3_ENDPOINT: 'ftp://store' }, /^S3_ENDPOINT /],
  [{ SMTP_URL: 'http://mail' }, /^SMTP_URL /],
  [{ SMTP_LISTEN: '99999' }, /^SMTP_LISTEN /],
  [{ MAIL_PROVIDER: 'pigeon' }, /^MAIL_PROVIDER must be embedded or graph/],
  [{ MAIL_PROVIDER: 'graph' }, /^GRAPH_BASE_URL is missing/],
  [{ OIDC_ISSUER: 'https://login.example.org' }, /^OIDC_CLIENT_ID is missing/],
  [{ SEED_DATE: '2026-02-30' }, /^SEED_DATE /],
  [{ RATE_LIMIT_PER_MINUTE: '-1' }, /^RATE_LIMIT_PER_MINUTE /],
  [{ DEMO: 'yes' }, /^DEMO must be 0 or 1/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL /],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be/],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, /^OTEL_TRACES_SAMPLER_ARG must be a part/],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_EXPORTER_OTLP_HEADERS: 'token' },
    /^OTEL_EXPORTER_OTLP_HEADERS must be a comma list/,
  ],
]
for (const [variables, sentence] of refused) {
  test(`an invalid value stops the start with a message that names the variable: ${JSON.stringify(variables)}`, () => {
    assert.throws(
      () => parseEnvironment(variables),
      (error) =>
        error instanceof StartRefusal && sentence.test(error.message) && !error.message.includes('\n'),
    )
  })
}

const atPublic = { PUBLIC_ORIGIN: 'https://portal.example.org', TRUSTED_PROXIES: '127.0.0.1' }
const demoCases: readonly [Record<string, string>, boolean][] = [
  [{}, true],
  [{ HOST: 'localhost' }, true],
  [{ HOST: '::1' }, true],
  [{ PUBLIC_ORIGIN: 'http://portal.localhost:3000' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '10.0.0.5' }, false],
  [atPublic, false],
  [{ ...atPublic, HOST: '127.0.0.1' }, false],
  [{ ...atPublic, DEMO_IN_PUBLIC: '1' }, false],
  [{ NODE_ENV: 'production' }, false],
  [{ NODE_ENV: 'Production' }, false],
  [{ NODE_ENV: ' PRODUCTION ' }, false],
  [{ NODE_ENV: 'development' }, true],
  [{ NODE_ENV: 'production', DEMO: '1' }, true],
  [{ HOST: '0.0.0.0', DEMO: '1', DEMO_IN_PUBLIC: '1' }, true],
  [{ ...atPublic, DEMO: '1', DEMO_IN_PUBLIC: '1' }, true],
  [{ ...atPublic, DEMO: '0', DEMO_IN_PUBLIC: '1' }, false],
  [{ DEMO: '0' }, false],
]
for (const [variables, demo] of demoCases) {
  test(`S-01: demo accounts are ${demo ? 'on' : 'off'} with ${JSON.stringify(variables)}`, () => {
    assert.equal(parseEnvironment(variables).demo, demo)
  })
}

for (const variables of [
  { ...atPublic, DEMO: '1' },
  { HOST: '0.0.0.0', DEMO: '1' },
  { ...atPublic, DEMO: '1', DEMO_IN_PUBLIC: '0' },
]) {
  test(`S-01: demo accounts on a public address need a second variable: ${JSON.stringify(variables)}`, () => {
    assert.throws(
      () => parseEnvironment(variables),
      (error) => error instanceof StartRefusal && /^DEMO=1 .*DEMO=0.*DEMO_IN_PUBLIC=1/.test(error.message),
    )
  })
}

for (const [given, proxies] of [
  ['127.0.0.1', ['127.0.0.1']],
  ['10.0.0.0/24, 2001:db8::/32 ,::1', ['10.0.0.0/24', '2001:db8::/32', '::1']],
  ['none', []],
] as const) {
  test(`S-06: TRUSTED_PROXIES=${given} sets ${proxies.length} proxies`, () => {
    assert.deepEqual(
      parseEnvironment({ PUBLIC_ORIGIN: 'https://portal.example.org', TRUSTED_PROXIES: given })
        .trustedProxies,
      proxies,
    )
  })
}

const badProxies: readonly [Record<string, string>, RegExp][] = [
  [{}, /^TRUSTED_PROXIES is missing: .*TRUSTED_PROXIES=127\.0\.0\.1.*none/],
  [{ TRUSTED_PROXIES: ' , ' }, /^TRUSTED_PROXIES is missing/],
  [{ TRUSTED_PROXIES: 'proxy.local' }, /^TRUSTED_PROXIES names proxy\.local/],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /^TRUSTED_PROXIES names 10\.0\.0\.0\/33/],
  [{ TRUSTED_PROXIES: '10.0.0.1,none' }, /^TRUSTED_PROXIES names none/],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, /^TRUSTED_PROXIES names 0\.0\.0\.0\/0, which is everybody/],
  [{ TRUSTED_PROXIES: '::/0' }, /everybody/],
]
for (const [variables, sentence] of badProxies) {
  test(`S-06: a public address is refused with ${JSON.stringify(variables)}`, () => {
    assert.throws(
      () => parseEnvironment({ PUBLIC_ORIGIN: 'https://portal.example.org', ...variables }),
      (error) => error instanceof StartRefusal && sentence.test(error.message),
    )
  })
}

const key = 'q3Vb9yKx0mTtZ1uW8eRr4nLpC6sHdJfG'
const cleartext: readonly [Record<string, string>, string][] = [
  [
    {
      S3_ENDPOINT: 'http://s3.other.example',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'i',
      S3_SECRET_ACCESS_KEY: 's',
    },
    's3',
  ],
  [{ DATABASE_URL: 'postgres://u:p@db.other.example/portal', SECRET_KEY: key }, 'database'],
  [{ DATABASE_URL: 'postgres://u:p@db.other.example/portal?sslmode=require', SECRET_KEY: key }, 'database'],
  [
    {
      DATABASE_URL: 'postgres://u:p@db.other.example/portal?sslmode=verify-full&sslmode=disable',
      SECRET_KEY: key,
    },
    'database',
  ],
  [{ DATABASE_URL: 'postgres://u:p@localhost/portal?host=db.other.example', SECRET_KEY: key }, 'database'],
  [{ DATABASE_URL: 'postgres:///portal', PGHOST: 'db.other.example', SECRET_KEY: key }, 'database'],
  [
    {
      DATABASE_URL: 'postgres://u:p@localhost/portal',
      DATABASE_READ_URL: 'postgres://u:p@db.other.example/portal',
      SECRET_KEY: key,
    },
    'database',
  ],
  [{ SMTP_URL: 'smtp://u:p@mail.other.example:25' }, 'smtp'],
  [{ SMTP_URL: 'smtp://u:p@mail.other.example:587?requireTLS=false' }, 'smtp'],
  [{ SMTP_URL: 'smtp://u:p@mail.other.example:587?requireTLS=true&ignoreTLS=true' }, 'smtp'],
  [{ SMTP_URL: 'smtps://u:p@mail.other.example?tls.rejectUnauthorized=false' }, 'smtp'],
  [{ SMTP_URL: 'smtps://u:p@mail.other.example?secure=false' }, 'smtp'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.other.example:4318' }, 'otlp'],
  [{ GRAPH_BASE_URL: 'http://graph.other.example', GRAPH_MAILBOX: 'office@portal.example' }, 'graph'],
  [{ CLAMD_URL: 'tcp://scanner.other.example:3310' }, 'clamd'],
]
for (const [variables, backEnd] of cleartext) {
  test(`S-17: unencrypted ${backEnd} on another machine is refused unless allowed: ${JSON.stringify(variables)}`, () => {
    assert.throws(
      () => parseEnvironment(variables),
      (error) =>
        error instanceof StartRefusal &&
        error.message.includes(`ALLOW_CLEARTEXT=${backEnd}`) &&
        !error.message.includes('u:p'),
    )
    assert.doesNotThrow(() => parseEnvironment({ ...variables, ALLOW_CLEARTEXT: backEnd }))
    assert.throws(
      () => parseEnvironment({ ...variables, ALLOW_CLEARTEXT: backEnd === 's3' ? 'smtp' : 's3' }),
      StartRefusal,
    )
  })
}
for (const variables of [
  {
    S3_ENDPOINT: 'https://s3.other.example',
    S3_BUCKET: 'b',
    S3_ACCESS_KEY_ID: 'i',
    S3_SECRET_ACCESS_KEY: 's',
  },
  { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' },
  { DATABASE_URL: 'postgres://u:p@db.other.example/portal?sslmode=verify-full', SECRET_KEY: key },
  { DATABASE_URL: 'postgres:///portal?host=/var/run/postgresql', SECRET_KEY: key },
  { DATABASE_URL: 'postgres://portal@%2Ftmp%2Fsocket/portal', SECRET_KEY: key },
  { DATABASE_URL: 'postgres://u:p@localhost:5432/portal', SECRET_KEY: key },
  { SMTP_URL: 'smtps://u:p@mail.other.example' },
  { SMTP_URL: 'smtp://u:p@mail.other.example:587?requireTLS=true' },
  { SMTP_URL: 'smtp://localhost:2525' },
  { CLAMD_URL: 'tcp://127.0.0.1:3310' },
  { CLAMD_URL: 'unix:/run/clamd.sock' },
]) {
  test(`S-17: an encrypted or local back end is accepted: ${JSON.stringify(variables)}`, () => {
    assert.doesNotThrow(() => parseEnvironment(variables))
  })
}

test('S-17: an unknown name in ALLOW_CLEARTEXT is refused', () => {
  assert.throws(
    () => parseEnvironment({ ALLOW_CLEARTEXT: 's3,ftp' }),
    /^StartRefusal: ALLOW_CLEARTEXT names ftp/,
  )
})

for (const weak of [
  'a'.repeat(32),
  'x'.repeat(64),
  'abcd'.repeat(8),
  '0a1b2c3d'.repeat(5),
  'abcdefghijklmnopqrstuvwxyzABCDEF',
  'please-changeme-before-production-9f8',
  'my-Secret-key-of-the-permit-portal-77',
  '0123456789abcdef0123456789abcdef',
  'aabbccddeeffgghhiijjkkllmmnnooppqq',
]) {
  test(`S-17: a weak SECRET_KEY is refused: ${weak}`, () => {
    assert.throws(
      () => parseEnvironment({ SECRET_KEY: weak }),
      (error) =>
        error instanceof StartRefusal &&
        /^SECRET_KEY is easily guessed: .*openssl rand/.test(error.message) &&
        !error.message.includes(weak),
    )
  })
}

test('S-17: random keys are accepted: base64, base64url, and hexadecimal of 16 bytes', () => {
  for (let round = 0; round < 2_000; round += 1) {
    for (const strong of [
      randomBytes(32).toString('base64'),
      randomBytes(24).toString('base64url'),
      randomBytes(16).toString('hex'),
    ])
      assert.doesNotThrow(() => parseEnvironment({ SECRET_KEY: strong }), strong)
  }
})

test('loopback host names are recognized', () => {
  for (const host of ['localhost', 'portal.localhost', '127.0.0.1', '127.8.9.1', '[::1]'])
    assert.equal(isLoopback(host), true, host)
  for (const host of ['localhost.example.org', '10.127.0.0', '128.0.0.1', 'example.org'])
    assert.equal(isLoopback(host), false, host)
})

test('PGlite is in memory unless the URL names a folder', () => {
  assert.deepEqual(parseEnvironment({ DATABASE_URL: 'pglite:' }).database, { kind: 'pglite', folder: null })
  assert.deepEqual(parseEnvironment({ DATABASE_URL: 'pglite:///tmp/portal' }).database, {
    kind: 'pglite',
    folder: '/tmp/portal',
  })
})

test('every variable is documented once, with what holds when it is not set', () => {
  const documented = documentVariables()
  assert.deepEqual(documented.map(({ name }) => name).toSorted(), variableNames.toSorted())
  const byName = new Map(documented.map(({ name, absent }) => [name, absent]))
  assert.equal(byName.get('PORT'), '`3000`')
  assert.equal(byName.get('TRUSTED_PROXIES'), 'none')
  assert.equal(byName.get('DATABASE_URL'), 'none: embedded PostgreSQL in `DATA_DIR`')
})
