import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { MailDraft, MailMessage } from '@portal/contract'
import { startRealPortal } from '../test-support/real-portal.ts'
import type { RealPortal } from '../test-support/real-portal.ts'
import { startSmtpSink } from '../test-support/smtp-sink.ts'
import type { SmtpSink } from '../test-support/smtp-sink.ts'

/** `PROVE=1` sends more messages and kills more often. */
const isFull = process.env['PROVE'] === '1'
const rounds = isFull ? 10 : 1
const messagesARound = isFull ? 20 : 6

let portal: RealPortal
let sink: SmtpSink
before(
  async () => {
    sink = await startSmtpSink()
    portal = await startRealPortal('mail-killed', { SMTP_URL: sink.url })
  },
  { timeout: 120_000 },
)
after(async () => {
  await portal.server.close()
  await sink.close()
})

async function killAndRestart(): Promise<void> {
  await portal.server.kill()
  await portal.server.start()
}

async function send(subject: string): Promise<{ id: string; subject: string }> {
  const draft = MailDraft.parse(
    await portal.call('POST', 'drafts', { to: [{ address: 'ben@acme.example' }], subject, html: '<p>x</p>' }),
  )
  await portal.call('POST', `drafts/${draft.id}/send`, {}, subject)
  return { id: draft.id, subject }
}

async function ended(id: string): Promise<MailMessage> {
  for (;;) {
    const message = MailMessage.parse(await portal.call('GET', `messages/${id}`))
    if (message.sending?.state !== 'waiting') return message
    await wait(100)
  }
}

test(
  'after a kill during delivery a message arrives once, or the outbox says why it did not',
  { timeout: isFull ? 3_000_000 : 300_000 },
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const sent = await Promise.all(
        Array.from({ length: messagesARound }, (_, n) => send(`Round ${round} message ${n}`)),
      )
      await killAndRestart()
      // The second kill happens as soon as the first message is sent.
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
      assert.equal(
        new Set(sink.messages.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])).size,
        sink.messages.length,
        'nothing arrived twice',
      )
    }
  },
)
