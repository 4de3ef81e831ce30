import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServers } from '../records/servers.ts'
import { writeReport } from '../write-report.ts'
import { materialOf, mixedLoad } from './mixed-load.ts'

/**
 * Memory of a server while an office works: idle, in each fifth of the run, and a minute after the last call.
 */
const goals = { idleMb: 250, hourMb: 450 }
const minutes = Number(process.env['MINUTES'] ?? '60')
const rows = Number(process.env['ROWS'] ?? '100000')
const perSecond = Number(process.env['PER_SECOND'] ?? '60')
const port = Number(process.env['BENCH_PORT'] ?? '4398')
const wait = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs))

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-memory-'))
chmodSync(dataDir, 0o711)
try {
  const servers = await startServers(dataDir, port, rows)
  try {
    await wait(20_000)
    const idleMb = servers.memoryMb()
    const material = await materialOf(servers)
    const beganMs = performance.now()
    const found: { minute: number; mb: number }[] = []
    const watch = setInterval(
      () => found.push({ minute: (performance.now() - beganMs) / 60_000, mb: servers.memoryMb() }),
      5_000,
    )
    const { turns, failures } = await mixedLoad(servers, material, {
      durationMs: minutes * 60_000,
      perSecond,
    }).finally(() => clearInterval(watch))
    await wait(60_000)
    const restMb = servers.memoryMb()
    const most = (from: number, to: number) =>
      Math.max(...found.filter(({ minute }) => minute >= from && minute < to).map(({ mb }) => mb))
    const highestMb = most(0, Infinity)
    const endMb = most((minutes * 4) / 5, Infinity)
    const line = (what: string, mb: number, goal?: number) =>
      `| ${what} | ${Math.round(mb)} MB | ${goal === undefined ? ' | ' : `<= ${goal} MB | ${mb <= goal ? 'yes' : 'no'}`} |`
    const fifths = Array.from({ length: 5 }, (_, part) => [part, part + 1].map((at) => (at * minutes) / 5))
    const report = [
      `${turns.toLocaleString('en-US')} turns in ${minutes} minutes on ${rows.toLocaleString('en-US')} permits, ${failures.length} failed; ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(1)} at the end.`,
      '',
      '| memory of the server | found | goal | met |',
      '| --- | --- | --- | --- |',
      line('idle, before the first call', idleMb, goals.idleMb),
      ...fifths.map(([from = 0, to = 0], part) =>
        line(`most in minutes ${from} to ${to}`, most(from, to), part === 4 ? goals.hourMb : undefined),
      ),
      line('most of all', highestMb),
      line('a minute after the last call', restMb),
    ].join('\n')
    console.log(report)
    for (const failure of failures.slice(0, 10)) console.error(failure)
    writeReport('memory', report)
    if (failures.length > 0 || idleMb > goals.idleMb || endMb > goals.hourMb) process.exitCode = 1
  } finally {
    await servers.close()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
