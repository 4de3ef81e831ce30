import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionCookie } from '@portal/contract'
import { startTestApp } from '#test-support/start-test-app.ts'
import { AnonymousLimiter } from './anonymous-limit.ts'

test('S-28: requests without a valid session are limited per address; sessions and static files are not', async () => {
  const portal = await startTestApp({
    environment: { anonymousRateLimitPerMinute: 30, trustedProxies: ['10.0.0.7'] },
  })
  try {
    const call = (forwarded: string, url = '/api/auth/me', cookie = '') =>
      portal.app.inject({
        method: 'GET',
        url,
        remoteAddress: '10.0.0.7',
        headers: { host: 'localhost:3000', 'x-forwarded-for': forwarded, cookie },
      })
    const statuses = []
    for (let round = 0; round < 40; round += 1) {
      const cookie = round % 2 === 0 ? '' : `${sessionCookie}=${String(round).padStart(43, 'x')}`
      statuses.push((await call('203.0.113.1', '/api/auth/me', cookie)).statusCode)
    }
    assert.deepEqual(statuses, [
      ...Array.from({ length: 30 }, () => 401),
      ...Array.from({ length: 10 }, () => 429),
    ])
    const refused = await call('203.0.113.1')
    assert.equal(refused.json().type, 'rate-limited')
    assert.ok(Number(refused.headers['retry-after']) >= 1 && Number(refused.headers['retry-after']) <= 60)

    assert.equal((await call('203.0.113.2')).statusCode, 401)
    const cookie = await portal.given.cookieOf(await portal.given.user({ role: 'team' }))
    assert.equal((await call('203.0.113.1', '/api/auth/me', cookie)).statusCode, 200)
    assert.equal((await call('203.0.113.1', '/api/health/live')).statusCode, 200)
    for (let round = 0; round < 100; round += 1)
      assert.equal((await call('203.0.113.1', '/assets/nothing.js')).statusCode, 404)

    portal.clock.pass(60_000)
    assert.equal((await call('203.0.113.1')).statusCode, 401)
  } finally {
    await portal.close()
  }
})

test('S-28: the limiter stores a bounded number of addresses', () => {
  const limiter = new AnonymousLimiter(1_000)
  for (let round = 0; round < 100_000; round += 1) assert.equal(limiter.take(`address ${round}`, 10, 0), 0)
  assert.equal(limiter.size, 1_000)
  for (let round = 0; round < 10; round += 1) limiter.take('one', 10, 1_000)
  assert.equal(limiter.take('one', 10, 1_000), 59)
  assert.equal(limiter.take('one', 10, 60_000), 0)
})
