import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { chromiumPath } from '../../scripts/browser.mjs'
import { root, startPortal } from '../portal-process.ts'
import { median } from '../records/load.ts'
import { buildMonolith } from './build-monolith.ts'
import { firstVisit } from './measure.ts'
import type { Load } from './measure.ts'
import { serveMonolith } from './monolith-server.ts'

const portal = new URL(`http://localhost:${process.env['BENCH_PORT'] ?? '4390'}`)
const rounds = 5
const slow = { kilobitsPerSecond: 10_000, latencyMs: 40, cpuSlowdown: 4 }
const limits = {
  loginBytes: 150_000,
  tableBytes: 400_000,
  /** Beside the monolith. */
  loginRatio: 1.3,
  tableRatio: 1.2,
  loginRequests: 6,
  tableRequests: 6,
  entryBytes: 25_000,
}

const ratio = (one: number, other: number): string => (one / other).toFixed(2)

function row(what: string, federated: Load, monolith: Load): string {
  const part = (kind: 'document' | 'font' | 'api' | 'other') =>
    `${kind} ${federated[kind].requests} / ${monolith[kind].requests}`
  return `| ${what} | ${federated.script.bytes.toLocaleString('en-US')} | ${monolith.script.bytes.toLocaleString('en-US')} | ${ratio(federated.script.bytes, monolith.script.bytes)} | ${federated.script.requests} / ${monolith.script.requests} | ${part('document')}, ${part('font')}, ${part('api')}, ${part('other')} |`
}

const monolith = await buildMonolith()
const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const server = await startPortal(Number(portal.port), dataDir)
const limit = await serveMonolith(monolith, portal)
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
})
try {
  const federated = await firstVisit(browser, portal.origin, null)
  const whole = await firstVisit(browser, limit.origin, null)
  const times = {
    federated: { login: Array<number>(), table: Array<number>() },
    whole: { login: Array<number>(), table: Array<number>() },
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, origin] of [
      ['federated', portal.origin],
      ['whole', limit.origin],
    ] as const) {
      const { login, table } = await firstVisit(browser, origin, slow)
      times[name].login.push(login.elapsedMs)
      times[name].table.push(table.elapsedMs)
    }
  }
  const entries = ['mail', 'records', 'permits', 'files', 'admin'].map((name) => ({
    name,
    bytes: statSync(join(root, `mfe-${name}/dist/remoteEntry.js`)).size,
  }))
  const report = [
    '| first visit | federated, bytes of JS (br) | monolith | ratio | JS requests | other requests |',
    '| --- | --- | --- | --- | --- | --- |',
    row('sign-in page', federated.login, whole.login),
    row('sign-in page and first table', federated.table, whole.table),
    '',
    `| time, median of ${rounds} (10 Mbit/s, 40 ms, CPU 4 x slower) | federated | monolith | ratio |`,
    '| --- | --- | --- | --- |',
    ...(['login', 'table'] as const).map((what) => {
      const [ours, theirs] = [median(times.federated[what]), median(times.whole[what])]
      return `| ${what === 'login' ? 'address to sign-in button' : 'sign-in to first row'} | ${Math.round(ours)} ms | ${Math.round(theirs)} ms | ${ratio(ours, theirs)} |`
    }),
    '',
    `Remote entries, raw bytes: ${entries.map(({ name, bytes }) => `${name} ${bytes.toLocaleString('en-US')}`).join(', ')}.`,
  ].join('\n')
  console.log(report)
  const page = join(root, 'bench/README.md')
  const marks = /(<!-- first-load -->)[\s\S]*?(<!-- \/first-load -->)/
  writeFileSync(page, readFileSync(page, 'utf8').replace(marks, `$1\n\n${report}\n\n$2`))
  const misses = [
    federated.login.script.bytes > limits.loginBytes && 'sign-in page: bytes',
    federated.table.script.bytes > limits.tableBytes && 'first table: bytes',
    federated.login.script.bytes > limits.loginRatio * whole.login.script.bytes && 'sign-in page: ratio',
    federated.table.script.bytes > limits.tableRatio * whole.table.script.bytes && 'first table: ratio',
    federated.login.script.requests > limits.loginRequests && 'sign-in page: requests',
    federated.table.script.requests > limits.tableRequests && 'first table: requests',
    ...entries.map(({ name, bytes }) => bytes > limits.entryBytes && `remote entry of ${name}`),
  ].filter((miss) => miss !== false)
  console.log(misses.length === 0 ? 'All within the limits.' : `Over the limit: ${misses.join('; ')}.`)
  process.exitCode = misses.length === 0 ? 0 : 1
} finally {
  await browser.close()
  limit.close()
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
  rmSync(dataDir, { recursive: true, force: true })
}
