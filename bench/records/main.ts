import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { z } from 'zod'
import { sampleWords } from './words.ts'
import { writeReport } from '../write-report.ts'
import { drawerTimes } from './drawer.ts'
import { bulkUpdate, exportAll, importRows, memoryAfter } from './long-work.ts'
import { countMeasures, groupMeasures } from './counts.ts'
import { coldCount, deepPages, pageOne, pageUnderWrites, questions } from './measures.ts'
import type { Measure } from './measures.ts'
import { searches } from './searches.ts'
import { responseOf, startServers } from './servers.ts'
import type { Servers } from './servers.ts'
import { warmUp } from './warm-up.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: process.env['ROWS'] ?? '1000000' } },
})
const rowCount = Number(values.rows)
const port = Number(process.env['BENCH_PORT'] ?? '4391')
const cores = availableParallelism()
const [load = 0] = loadavg()

const Titled = z.object({ title: z.string() })
const Permit = z.object({ pid: z.string(), org: Titled.nullable() })
const Permits = z.object({ permits: z.array(Permit), metadata: z.object({ count: z.number() }) })
/** The values are sorted by frequency, most frequent first. */
const Values = z.object({ values: z.array(z.object({ value: z.string().nullable() })) })
const Processed = z.object({ metadata: z.object({ count: z.number() }) })
const Pids = z.object({ permits: z.array(z.object({ pid: z.string() })) })

/** The baseline must return the same page as the portal; otherwise the comparison is invalid. */
async function assertSameResponse(servers: Servers): Promise<void> {
  const Answer = z.object({ permits: z.array(z.unknown()) })
  const ours = Answer.parse(
    JSON.parse((await responseOf(servers.crud('permits', 'GET', { page: 1, pageSize: 50 }))).text),
  ).permits
  const theirs: unknown = JSON.parse((await responseOf(servers.limit('page'))).text)
  if (!isDeepStrictEqual(ours, theirs)) throw new Error('The limit answers another page than the portal')
}

/** A data folder that is kept and grown between runs. Without it, every run seeds a temporary folder. */
const keptDir = process.env['BENCH_DATA']
if (keptDir !== undefined) mkdirSync(keptDir, { recursive: true })
const dataDir = keptDir ?? mkdtempSync(join(tmpdir(), 'portal-bench-records-'))
chmodSync(dataDir, 0o711)
const beganMs = performance.now()
try {
  const servers = await startServers(dataDir, port, rowCount)
  const measures: Measure[] = []
  const add = async (found: Measure | Promise<Measure | Measure[]>) => {
    for (const measure of [await found].flat()) {
      const { isMet, what, ours, limit, ratio, goal } = measure
      const memory = `server ${servers.memoryMb().toFixed(0)} MB`
      console.log(`${isMet ? 'met   ' : 'MISSED'} ${what}: ${ours} ${limit} ${ratio} (${goal}); ${memory}`)
      measures.push(measure)
    }
  }
  try {
    const response = await responseOf(servers.crud('permits', 'GET', { page: 1, pageSize: 1_000 }))
    const { permits, metadata } = Permits.parse(JSON.parse(response.text))
    await assertSameResponse(servers)
    const pids = permits.map(({ pid }) => pid)
    // The searches read permits in progress, so their words are of these: another one counts as mistyped.
    const { inTitles } = await sampleWords(servers, 'permits')
    const { inAddresses } = await sampleWords(servers, 'processed')
    const [pid = ''] = pids
    const processed = Processed.parse(
      JSON.parse((await responseOf(servers.crud('processed', 'GET', { page: 1, pageSize: 1 }))).text),
    )
    const deepest = Math.min(10_000, Math.floor(processed.metadata.count / 50))
    await warmUp(servers, { pids: pids.slice(-100), words: inTitles.slice(20, 60) })
    for (const connections of [1, 16]) await add(pageOne(servers, connections))
    for (const connections of [1, 16]) await add(pageUnderWrites(servers, connections, pids))
    const { values: cities } = Values.parse(
      JSON.parse((await responseOf(servers.crud('permits/fields/city', 'GET'))).text),
    )
    await add(coldCount(servers, cities.flatMap(({ value }) => value ?? []).slice(0, 16), pid))
    await add(deepPages(servers, deepest))
    await add(drawerTimes(servers.origin, servers.cookie))
    await add(questions(servers, pid, inTitles[0] ?? 'street'))
    await add(groupMeasures(servers))
    await add(countMeasures(servers, pids, inAddresses.slice(0, 40)))
    await add(searches(servers, inTitles.slice(0, 20)))
    const many = await Promise.all(
      Array.from({ length: Math.min(10, Math.floor(metadata.count / 1_000)) }, async (_, at) => {
        const page = await responseOf(
          servers.crud('permits', 'GET', { page: at + 1, pageSize: 1_000, fields: 'pid' }),
        )
        const { permits: rows } = Pids.parse(JSON.parse(page.text))
        return rows.map((row) => row.pid)
      }),
    )
    await add(bulkUpdate(servers, many.flat()))
    await add(exportAll(servers))
    await add(importRows(servers, permits[0]?.org?.title ?? '', 25_000))
    await add(memoryAfter(servers))
  } finally {
    await servers.close()
  }
  const busy =
    load > 1
      ? ` The machine was busy (load ${load.toFixed(1)} before the start), so the absolute figures say little.`
      : ''
  const report = [
    `${rowCount.toLocaleString('en-US')} permits, ${cores} cores, ${new Date().toISOString().slice(0, 10)}; ${Math.round((performance.now() - beganMs) / 60_000)} minutes in all.${busy}`,
    '',
    '| measure | ours | limit | ratio | goal | met |',
    '| --- | --- | --- | --- | --- | --- |',
    ...measures.map(
      ({ what, ours, limit, ratio, goal, isMet }) =>
        `| ${what} | ${ours} | ${limit} | ${ratio} | ${goal} | ${isMet ? 'yes' : 'no'} |`,
    ),
  ].join('\n')
  writeReport('records', report)
  if (measures.some(({ isMet }) => !isMet)) process.exitCode = 1
} finally {
  if (keptDir === undefined) rmSync(dataDir, { recursive: true, force: true })
}
