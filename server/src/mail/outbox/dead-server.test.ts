import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Health } from '@portal/contract'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { startSmtpSink } from '../test-support/smtp-sink.ts'
import { writing } from '../test-support/writing.ts'

const metricsToken = 'metrics-token-of-the-test'
const ben = { name: 'Ben', address: 'ben@acme.example' }

const health = async (portal: TestApp) => {
  portal.clock.pass(10_000)
  const response = await portal.send({ method: 'GET', url: '/api/health' })
  return { code: response.statusCode, ...Health.parse(response.json()) }
}
/** The value of a metric without labels, or with exactly these. */
async function metric(portal: TestApp, name: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { body } = await portal.send({ method: 'GET', url: '/metrics', headers })
  const line = body.split('\n').find((part) => part.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? Number.NaN)
}
const warnings = (portal: TestApp, words: string) =>
  portal.logged.filter((line) => line.includes(words) && line.includes('"level":40'))

/** A portal with one message for a server that does not answer, after its first attempt. */
async function withDeadServer(
  smtpUrl: string,
  work: (portal: TestApp, beganMs: number) => Promise<void>,
): Promise<void> {
  const portal = await startTestApp({ environment: { smtpUrl, metricsToken } })
  try {
    const beganMs = portal.clock.now().getTime()
    const mail = writing(portal)
    const writer = await portal.given.user({ role: 'team' })
    const { id } = await mail.draft(writer, { to: [ben], subject: 'Nobody home' })
    await mail.sent(writer, id)
    await mail.until(
      () => mail.opened(writer, id),
      ({ sending }) => (sending?.reason ?? null) !== null,
    )
    await work(portal, beganMs)
  } finally {
    await portal.close()
  }
}

test('an outgoing server that does not answer is a warning, once a minute, without an address', () =>
  withDeadServer('smtp://127.0.0.1:1', async (portal, beganMs) => {
    const mail = writing(portal)
    const writer = await portal.given.user({ role: 'team' })
    for (let count = 0; count < 5; count += 1) {
      const { id } = await mail.draft(writer, { to: [ben], subject: `More ${count}` })
      await mail.sent(writer, id)
    }
    await mail.until(
      () => metric(portal, 'portal_mail_attempts_total{result="deferred"}'),
      (attempts) => attempts >= 8,
    )
    const lines = warnings(portal, 'outgoing mail fails')
    assert.ok(lines.length >= 1)
    const minutes = (portal.clock.now().getTime() - beganMs) / 60_000
    assert.ok(lines.length <= minutes + 1, `${lines.length} lines in ${minutes} minutes`)
    assert.match(lines[0] ?? '', /"fault":"ECONNREFUSED"/)
    assert.equal(
      lines.some((line) => line.includes('@')),
      false,
    )
  }))

test('messages that wait are counted, with how long the oldest has waited', () =>
  withDeadServer('smtp://127.0.0.1:1', async (portal) => {
    assert.equal(await metric(portal, 'portal_mail_queue_messages'), 1)
    const before = await metric(portal, 'portal_mail_queue_oldest_seconds')
    portal.clock.pass(60_000)
    const waited = (await metric(portal, 'portal_mail_queue_oldest_seconds')) - before
    assert.ok(waited >= 60, String(waited))
  }))

test('health calls mail degraded with the reason when sending has failed for five minutes, and ok when it works', async () => {
  const sink = await startSmtpSink()
  try {
    await withDeadServer('smtp://127.0.0.1:1', async (portal) => {
      assert.deepEqual([(await health(portal)).mail, (await health(portal)).degraded], ['ok', undefined])
      portal.clock.pass(5 * 60_000)
      const failing = await health(portal)
      assert.deepEqual(
        [failing.code, failing.mail, failing.degraded],
        [200, 'degraded', ['mail']],
        'pages work without mail',
      )
      assert.match(failing.reasons?.['mail'] ?? '', /since \d{4}-/)
      Object.assign(portal.deps.environment, { smtpUrl: sink.url })
      await writing(portal).until(
        () => health(portal),
        ({ mail }) => mail === 'ok',
      )
      assert.equal(sink.messages.length, 1)
    })
  } finally {
    await sink.close()
  }
})

test('a refused recipient or message is no fault of the server, so health stays ok', async () => {
  const sink = await startSmtpSink()
  sink.refused.set(ben.address, 450)
  try {
    await withDeadServer(sink.url, async (portal) => {
      assert.deepEqual(warnings(portal, 'outgoing mail fails'), [])
    })
  } finally {
    await sink.close()
  }
})

test('messages sent while the outgoing server is gone for an hour arrive when it is back, each once', async () => {
  const sink = await startSmtpSink()
  try {
    await withDeadServer('smtp://127.0.0.1:1', async (portal) => {
      const mail = writing(portal)
      const writer = await portal.given.user({ role: 'team' })
      const pass = async (minutes: number) => {
        for (let half = 0; half < minutes * 2; half += 1) {
          portal.clock.pass(30_000)
          portal.deps.outbox.wake()
          await wait(40)
        }
      }
      await pass(40)
      const { id } = await mail.draft(writer, { to: [ben], subject: 'Later' })
      await mail.sent(writer, id)
      await pass(20)
      assert.equal((await health(portal)).mail, 'degraded')
      Object.assign(portal.deps.environment, { smtpUrl: sink.url })
      await pass(40)
      const subjects = sink.messages.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1])
      assert.deepEqual([subjects.length, new Set(subjects)], [2, new Set(['Nobody home', 'Later'])])
      assert.equal((await health(portal)).mail, 'ok')
    })
  } finally {
    await sink.close()
  }
})
