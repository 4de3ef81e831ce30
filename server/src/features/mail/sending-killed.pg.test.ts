import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { MailDraft, MailMessage } from '@portal/contract'
import { startKillable } from '../../test-support/killable-server.ts'
import type { KillableServer } from '../../test-support/killable-server.ts'
import { startSmtpSink } from './test-support/smtp-sink.ts'
import type { SmtpSink } from './test-support/smtp-sink.ts'

/** `PROVE=1` sends more and kills more often. */
const isFull = process.env['PROVE'] === '1'
const rounds = isFull ? 10 : 2
const messagesARound = isFull ? 20 : 6

let server: KillableServer
let sink: SmtpSink
let cookie: string
before(
  async () => {
    sink = await startSmtpSink()
    server = await startKillable('mail-killed', { SMTP_URL: sink.url })
    cookie = await server.besides(async ({ given }) => given.cookieOf(await given.user({ role: 'team' })))
  },
  { timeout: 120_000 },
)
after(async () => {
  await server.close()
  await sink.close()
})

async function killAndRestart(): Promise<void> {
  await server.kill()
  await server.start()
}

async function call(method: string, path: string, body?: object, key = ''): Promise<unknown> {
  const headers = { cookie, ...(body !== undefined && { 'content-type': 'application/json' }), ...(key !== '' && { 'idempotency-key': key }) }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await fetch(server.url(`/api/mail/${path}`), init)
  const text = await response.text()
  assert.ok(response.ok, `${response.status} ${text}`)
  return JSON.parse(text)
}

async function send(subject: string): Promise<{ id: string; subject: string }> {
  const draft = MailDraft.parse(await call('POST', 'drafts', { to: [{ address: 'ben@acme.example' }], subject, html: '<p>x</p>' }))
  await call('POST', `drafts/${draft.id}/send`, {}, subject)
  return { id: draft.id, subject }
}

async function ended(id: string): Promise<MailMessage> {
  for (;;) {
    const message = MailMessage.parse(await call('GET', `messages/${id}`))
    if (message.sending?.state !== 'waiting') return message
    await wait(100)
  }
}

test(
  'a server killed between accepting a message and delivering it: one arrives, or the outbox says why none did',
  { timeout: 300_000 },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const sent = await Promise.all(Array.from({ length: messagesARound }, (_, n) => send(`Round ${round} message ${n}`)))
      await killAndRestart()
      // The first message on its way out is the moment for the second kill.
      const arrived = sink.messages.length
      while (sink.messages.length <= arrived) await wait(2)
      await killAndRestart()
      for (const { id, subject } of sent) {
        const { folder: lies, sending } = await ended(id)
        const copies = sink.messages.filter(({ raw }) => raw.includes(`Subject: ${subject}\r\n`)).length
        if (sending?.state === 'sent') assert.deepEqual([copies, lies], [1, 'sentitems'], subject)
        else {
          assert.deepEqual([lies, sending?.state], ['outbox', 'failed'], subject)
          assert.match(sending?.reason ?? '', /may have arrived/)
          assert.ok(copies <= 1, subject)
        }
      }
      assert.equal(new Set(sink.messages.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])).size, sink.messages.length, 'nothing arrived twice')
    }
  },
)
