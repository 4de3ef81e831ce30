import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { startSmtpSink } from '#mail/test-support/smtp-sink.ts'
import { noDebianMail, startDebianMailServer } from './test-support/debian-mail-server.ts'
import { startKilledDelivery } from './test-support/killed-delivery.ts'

/** Every kill starts a server anew, so these are proofs: `npm run prove -- delivery-killed`. */
const isProof = process.env['PROVE'] === '1'
const onlyProof = isProof ? false : 'npm run prove -- delivery-killed runs it'
const [people, kills] = [Number(process.env['PEOPLE'] ?? 10_000), Number(process.env['KILLS'] ?? 100)]

async function cleanUp(context: TestContext, ends: readonly (() => Promise<unknown>)[]): Promise<void> {
  context.after(async () => {
    for (const end of ends) await end()
  })
}

test(
  'however often the server is killed, everybody gets a notification once, or its delivery says why not',
  { timeout: 3_000_000, skip: onlyProof },
  async (context) => {
    const sink = await startSmtpSink()
    const delivery = await startKilledDelivery(sink.url, 1_000)
    await cleanUp(context, [() => delivery.close(), () => sink.close()])
    await delivery.deliver(10)
    const arrived = sink.messages.flatMap(({ to }) => to)
    const { unconfirmed } = await delivery.judge(arrived, 10)
    assert.equal(await delivery.status(), unconfirmed > 0 ? 'FAILED' : 'SENT')
  },
)

test(
  '10,000 notifications with 100 kills, delivered by Exim and read by IMAP from Dovecot: each arrived once or says why not',
  { timeout: 3_500_000, skip: onlyProof === false ? noDebianMail() : onlyProof },
  async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-mail-server-'))
    const server = await startDebianMailServer(folder)
    const delivery = await startKilledDelivery(server.smtpUrl, people, 200)
    await cleanUp(context, [
      () => delivery.close(),
      () => server.close(),
      () => rm(folder, { recursive: true, force: true }),
    ])
    const started = Date.now()
    await delivery.deliver(kills)
    await server.drained()
    const arrived = await server.readRecipients()
    const counts = await delivery.judge(arrived, kills)
    const { unconfirmed, refused } = counts
    assert.equal(await delivery.status(), unconfirmed + refused > 0 ? 'FAILED' : 'SENT')
    context.diagnostic(
      `${people} people, ${kills} kills, ${Math.round((Date.now() - started) / 1_000)} s: ${arrived.length} mails in the mailbox, ${JSON.stringify(counts)}`,
    )
  },
)
