import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { AuthoritySource } from '@portal/contract/authority-feeds'
import { z } from 'zod'
import { durations } from '../records/load.ts'
import { responseOf, startServers } from '../records/servers.ts'
import type { Servers } from '../records/servers.ts'
import { writeReport } from '../write-report.ts'
import { FeedFile } from './feed-file.ts'

/**
 * Cost of feeds of agencies: page 1 of permits in a portal that asks ten sources every minute, the shortest
 * interval, beside the same page of a portal without sources, taking turns. The feeds do not change.
 */
const goal = 1.02
const sources = 10
const rows = 10_000
const times = Number(process.env['TIMES'] ?? '20000')
const port = Number(process.env['BENCH_PORT'] ?? '4402')

const Authorities = z.object({ authorities: z.array(z.object({ pid: z.string() })) })
const wait = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs))
const read = async (call: Parameters<typeof responseOf>[0]): Promise<unknown> =>
  JSON.parse((await responseOf(call)).text)
const firstPage = ({ crud }: Servers) => crud('permits', 'GET', { page: 1, pageSize: 50 })

/** Adds the sources, and waits until each has been read once. */
async function addSources({ crud }: Servers, origin: string): Promise<void> {
  const { authorities } = Authorities.parse(await read(crud('authorities', 'GET', { page: 1, pageSize: 1 })))
  const added = await Promise.all(
    Array.from({ length: sources }, async (_, at) =>
      AuthoritySource.parse(
        await read(
          crud('authority-sources', 'POST', undefined, {
            authority: authorities[0]?.pid,
            dialect: 'csv',
            address: `${origin}/${at}.csv`,
            fields: { number: 'number', status: 'status' },
            statuses: {},
            intervalMinutes: 1,
          }),
        ),
      ),
    ),
  )
  for (const { pid } of added) {
    const state = async () => AuthoritySource.parse(await read(crud(`authority-sources/${pid}`, 'GET')))
    while ((await state()).lastRun === null) await wait(500)
  }
}

process.env['ALLOW_PRIVATE_SOURCES'] = '1'
const folders = ['without', 'with'].map((name) => mkdtempSync(join(tmpdir(), `portal-bench-${name}-`)))
for (const folder of folders) chmodSync(folder, 0o711)
const feed = new FeedFile(
  `number,status\n${Array.from({ length: 25_000 }, (_, at) => `2026-${at} BP,Active\n`).join('')}`,
)
try {
  const [plainDir = '', fullDir = ''] = folders
  const plain = await startServers(plainDir, port, rows)
  try {
    const full = await startServers(fullDir, port + 1, rows)
    try {
      await addSources(full, await feed.listen())
      const before = { ...feed.answered }
      const [without = Number.NaN, withAll = Number.NaN] = await durations(
        [() => firstPage(plain), () => firstPage(full)],
        times,
        200,
      )
      const polls = feed.answered[304] + feed.answered[200] - before[304] - before[200]
      const ratio = withAll / without
      const isMet = ratio <= goal
      const report = [
        `${times} calls each, taking turns, one connection, ${rows} permits, ${polls} polls meanwhile (${feed.answered[304]} answered 304); ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(1)} at the end.`,
        '',
        '| page 1 of permits | ten sources | none | ratio | goal | met |',
        '| --- | --- | --- | --- | --- | --- |',
        `| median | ${withAll.toFixed(2)} ms | ${without.toFixed(2)} ms | ${ratio.toFixed(3)} | <= ${goal} | ${isMet ? 'yes' : 'no'} |`,
      ].join('\n')
      console.log(report)
      writeReport('feeds', report)
      if (!isMet) process.exitCode = 1
    } finally {
      await full.close()
    }
  } finally {
    await plain.close()
  }
} finally {
  feed.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
