import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { openEmbedded } from '#platform/database/embedded-database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { embeddedUrl } from '#test-support/embedded-url.ts'

const Row = z.object({ state: z.string(), reason: z.string().nullable(), address: z.string().nullable() })

/** A server that delivers one message by e-mail to many people and is killed again and again meanwhile. */
export interface KilledDelivery {
  /** Starts the delivery, and kills and starts the server so many times until everything has ended. */
  deliver(kills: number): Promise<void>
  /** Compares what arrived, each address as often as it did, with what the deliveries say. */
  judge(
    arrived: readonly string[],
    kills: number,
  ): Promise<{ sent: number; unconfirmed: number; refused: number }>
  /** The status of the message, once it is known. */
  status(): Promise<string>
  close(): Promise<void>
}

/**
 * A message to `people` at `outside.example`, whose mail goes to `smtpUrl`. Every `refusedEvery`-th person
 * has an address that begins otherwise than `person`.
 */
export async function startKilledDelivery(
  smtpUrl: string,
  people: number,
  refusedEvery = people + 1,
): Promise<KilledDelivery> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-delivery-killed-'))
  await chmod(dataDir, 0o711)
  const database: Database = await openEmbedded(dataDir, pino({ level: 'silent' }))
  await migrate(database.kysely)
  const url = await embeddedUrl(dataDir)
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    const script = join(import.meta.dirname, '../../../../test-support/deliver-forever.ts')
    // What a killed server leaves in its temporary folder is deleted with the data of this test.
    const env = { ...process.env, TMPDIR: dataDir }
    server = spawn(process.execPath, [script, url, smtpUrl], { stdio: ['ignore', 'pipe', 'inherit'], env })
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
  const deliveries = () =>
    database.query('select state, reason, address from notification_deliveries', [], Row)
  const countOf = async (states: readonly string[]) => {
    const [row] = await database.query(
      'select count(*) as n from notification_deliveries where state = any($1::text[])',
      [states],
      z.object({ n: z.number() }),
    )
    return row?.n ?? 0
  }

  for (const text of [
    `insert into orgs (pid, legal_name, kind, status) values ('O1', 'Acme', 'CONTRACTOR', 'ACTIVE')`,
    `insert into users (pid, name, email, role, org, status)
      select 'U' || n, 'Person ' || n, case when n % ${refusedEvery} = 0 then 'gone' else 'person' end || n || '@outside.example', 'client', 'O1', 'ACTIVE'
        from generate_series(1, ${people}) n`,
    `insert into notifications (pid, ref_no, subject, kind, channel, status, audience, recipient_org, org)
      values ('N1', 'NT-1', 'Closed on Friday', 'ANNOUNCEMENT', '{EMAIL}', 'QUEUED', 'ORG', 'O1', 'O1')`,
    `insert into notification_deliveries (id, source, source_pid, "user", kind, way, state, due_at, created_at)
      select 'D' || n, 'notification', 'N1', 'U' || n, 'ANNOUNCEMENT', 'mail', 'waiting', now(), now() from generate_series(1, ${people}) n`,
  ])
    await database.query(text, [])

  return {
    async deliver(kills) {
      await start()
      for (let time = 1; time <= kills; time += 1) {
        const goal = Math.floor((people * time) / (kills + 2))
        while ((await countOf(['sent', 'failed'])) < goal) await wait(5)
        await kill()
        await start()
      }
      while ((await countOf(['waiting', 'sending'])) > 0) await wait(50)
    },
    async judge(arrived, kills) {
      const copies = Map.groupBy(arrived, (address) => address)
      const counts = { sent: 0, unconfirmed: 0, refused: 0 }
      const rows = await deliveries()
      assert.equal(rows.length, people)
      for (const { state, reason, address } of rows) {
        const count = copies.get(address ?? '')?.length ?? 0
        if (state === 'sent') {
          counts.sent += 1
          assert.equal(count, 1, address ?? '')
        } else if (reason === 'unconfirmed') {
          counts.unconfirmed += 1
          assert.ok(count <= 1, `${address} got it ${count} times`)
        } else {
          counts.refused += 1
          assert.deepEqual([state, reason, count], ['failed', 'bounced', 0], address ?? '')
        }
      }
      assert.equal(counts.refused, Math.floor(people / refusedEvery))
      assert.ok(counts.unconfirmed <= kills, 'a kill leaves at most one mail unconfirmed')
      return counts
    },
    async status() {
      const read = async () =>
        (
          await database.query(
            'select status from notifications where pid = $1',
            ['N1'],
            z.object({ status: z.string() }),
          )
        )[0]?.status ?? ''
      while ((await read()) === 'QUEUED') await wait(50)
      return read()
    },
    async close() {
      await kill()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
