import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { z } from 'zod'
import { startSmtpSink } from '#mail/test-support/smtp-sink.ts'
import type { SmtpSink } from '#mail/test-support/smtp-sink.ts'
import type { Database } from '#platform/database/database.ts'
import { openEmbedded } from '#platform/database/embedded-database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { embeddedUrl } from '#test-support/embedded-url.ts'

/** Every kill starts a server anew, so this is a proof: `npm run prove -- delivery-killed`. */
const onlyProof = process.env['PROVE'] !== '1'
const [people, kills] = [1_000, 10]

let dataDir: string
let database: Database
let url: string
let sink: SmtpSink
let server: ChildProcess | undefined
before(async () => {
  if (onlyProof) return
  dataDir = await mkdtemp(join(tmpdir(), 'portal-delivery-killed-'))
  await chmod(dataDir, 0o711)
  database = await openEmbedded(dataDir, pino({ level: 'silent' }))
  await migrate(database.kysely)
  url = await embeddedUrl(dataDir)
  sink = await startSmtpSink()
})
after(async () => {
  if (onlyProof) return
  await kill()
  await sink.close()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<void> {
  const script = join(import.meta.dirname, '../../../test-support/deliver-forever.ts')
  // What a killed server leaves in its temporary folder is deleted with the data of this test.
  const env = { ...process.env, TMPDIR: dataDir }
  server = spawn(process.execPath, [script, url, sink.url], { stdio: ['ignore', 'pipe', 'inherit'], env })
  if (server.stdout !== null) await once(server.stdout, 'data')
}
async function kill(): Promise<void> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
  // Another server takes what a killed one had claimed after three minutes.
  await database.query('update mail_sendings set claimed_by = null, claimed_until = null', [])
}

const Row = z.object({ state: z.string(), reason: z.string().nullable(), address: z.string().nullable() })
const deliveries = () => database.query('select state, reason, address from notification_deliveries', [], Row)

/** A message by e-mail to many people of one organization. */
async function announce(): Promise<void> {
  for (const text of [
    `insert into orgs (pid, legal_name, kind, status) values ('O1', 'Acme', 'CONTRACTOR', 'ACTIVE')`,
    `insert into users (pid, name, email, role, org, status)
      select 'U' || n, 'Person ' || n, 'person' || n || '@acme.example', 'client', 'O1', 'ACTIVE' from generate_series(1, ${people}) n`,
    `insert into notifications (pid, ref_no, subject, kind, channel, status, audience, recipient_org, org)
      values ('N1', 'NT-1', 'Closed on Friday', 'ANNOUNCEMENT', '{EMAIL}', 'QUEUED', 'ORG', 'O1', 'O1')`,
    `insert into notification_deliveries (id, source, source_pid, "user", kind, way, state, due_at, created_at)
      select 'D' || n, 'notification', 'N1', 'U' || n, 'ANNOUNCEMENT', 'mail', 'waiting', now(), now() from generate_series(1, ${people}) n`,
  ])
    await database.query(text, [])
}

test(
  'however often the server is killed, everybody gets a notification once, or its delivery says why not',
  { timeout: 3_000_000, skip: onlyProof },
  async () => {
    await announce()
    await start()
    for (let time = 1; time <= kills; time += 1) {
      const goal = Math.floor((people * time) / (kills + 2))
      while (sink.messages.length < goal) await wait(1)
      await kill()
      await start()
    }
    while ((await deliveries()).some(({ state }) => state === 'waiting' || state === 'sending'))
      await wait(50)
    const copies = Map.groupBy(
      sink.messages.flatMap(({ to }) => to),
      (address) => address,
    )
    for (const { state, reason, address } of await deliveries()) {
      const count = copies.get(address ?? '')?.length ?? 0
      if (state === 'sent') assert.equal(count, 1, address ?? '')
      else {
        assert.deepEqual([state, reason], ['failed', 'unconfirmed'], address ?? '')
        assert.ok(count <= 1, `${address} got it ${count} times`)
      }
    }
    assert.ok(copies.size >= people - kills, 'a kill leaves at most one mail unconfirmed')
    const status = async () =>
      (
        await database.query(
          'select status from notifications where pid = $1',
          ['N1'],
          z.object({ status: z.string() }),
        )
      )[0]?.status
    while ((await status()) === 'QUEUED') await wait(50)
    const failed = (await deliveries()).some(({ state }) => state === 'failed')
    assert.equal(await status(), failed ? 'FAILED' : 'SENT')
  },
)
