import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, percentile95, samples } from '../records/load.ts'
import { startServers } from '../records/servers.ts'
import type { Servers } from '../records/servers.ts'
import { writeReport } from '../write-report.ts'
import { addSources } from './add-sources.ts'

/**
 * Cost of feeds of agencies: page 1 of permits in a portal that reads ten feeds every minute, the shortest
 * interval, beside the same page of a portal without feeds, taking turns. Before the feeds are added, the
 * same two portals are measured: their ratio is what the machine adds by itself.
 */
const goal = 1.02
const sources = 10
const rows = Number(process.env['ROWS'] ?? '10000')
const minutes = Number(process.env['MINUTES'] ?? '10')
const port = Number(process.env['BENCH_PORT'] ?? '4402')
const turns = 200

const firstPage = ({ crud }: Servers) => crud('permits', 'GET', { page: 1, pageSize: 50 })
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

interface Measured {
  calls: number
  line(name: string, of: (durationsMs: readonly number[]) => number, goal?: number): string
  ratio: number
}

/** Durations of both pages, taking turns for this time. Throws for any status except 200. */
async function measure(full: Servers, plain: Servers, durationMs: number): Promise<Measured> {
  const [withFeeds, without]: [number[], number[]] = [[], []]
  for (const endMs = performance.now() + durationMs; performance.now() < endMs;) {
    const [ofFull = [], ofPlain = []] = await samples(
      [() => firstPage(full), () => firstPage(plain)],
      turns,
      withFeeds.length === 0 ? turns : 0,
    )
    withFeeds.push(...ofFull)
    without.push(...ofPlain)
  }
  const ratioOf = (of: (durationsMs: readonly number[]) => number) => of(withFeeds) / of(without)
  return {
    calls: withFeeds.length,
    ratio: ratioOf(median),
    line(name, of, goal) {
      const met = goal === undefined ? ' | ' : `<= ${goal} | ${ratioOf(of) <= goal ? 'yes' : 'no'}`
      return `| ${name} | ${of(withFeeds).toFixed(2)} ms | ${of(without).toFixed(2)} ms | ${ratioOf(of).toFixed(3)} | ${met} |`
    },
  }
}

process.env['ALLOW_PRIVATE_SOURCES'] = '1'
const folders = ['without', 'with'].map((name) => mkdtempSync(join(tmpdir(), `portal-bench-${name}-`)))
for (const folder of folders) chmodSync(folder, 0o711)
try {
  const [plainDir = '', fullDir = ''] = folders
  const plain = await startServers(plainDir, port, rows)
  try {
    const full = await startServers(fullDir, port + 1, rows)
    try {
      const before = await measure(full, plain, (minutes / 10) * 60_000)
      const { files, watched } = await addSources(full, sources)
      try {
        const [first, known] = [files.answered[200], files.answered[304]]
        const found = await measure(full, plain, minutes * 60_000)
        const polls = files.answered[304] - known
        if (files.answered[200] > first) throw new Error('A feed that had not changed was read again')
        const report = [
          `${found.calls.toLocaleString('en-US')} calls each in ${minutes} minutes, taking turns, one connection; ${rows.toLocaleString('en-US')} permits, ${watched.toLocaleString('en-US')} compared in each round of ten feeds, ${polls} polls meanwhile; ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(1)} at the end.`,
          '',
          '| page 1 of permits | ten feeds | none | ratio | goal | met |',
          '| --- | --- | --- | --- | --- | --- |',
          found.line('median', median, goal),
          found.line('mean', mean),
          found.line('p95', percentile95),
          before.line('median before the feeds were added', median),
        ].join('\n')
        console.log(report)
        writeReport('feeds', report)
        if (found.ratio > goal || polls < sources * Math.floor(minutes * 0.8)) process.exitCode = 1
      } finally {
        files.close()
      }
    } finally {
      await full.close()
    }
  } finally {
    await plain.close()
  }
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
