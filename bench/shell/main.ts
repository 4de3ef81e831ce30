import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import type { Page } from 'playwright'
import { chromiumPath } from '../../scripts/browser.mjs'
import { writeReport } from '../write-report.ts'
import { alertTimes } from './alerts.ts'
import { memoryOfStreams } from './streams.ts'
import { switchTimes } from './switches.ts'
import { startTwoServers } from './two-servers.ts'

/** Goals of the issue "Independent teams and administrators". */
const goals = { switchMs: 150, alertMs: 500, streamsMb: 200 }
const [rounds, alerts, streams] = [20, 60, 1_000]

const lines: string[] = []

function tell(what: string, ours: string, goal: string, isMet: boolean): void {
  const line = `| ${what} | ${ours} | ${goal} | ${isMet ? 'yes' : 'no'} |`
  process.stdout.write(`${line}\n`)
  lines.push(line)
  if (!isMet) process.exitCode = 1
}

const at = (values: readonly number[], part: number) =>
  values.toSorted((a, other) => a - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN
const ms = (value: number) => `${Math.round(value)} ms`
const spread = (values: readonly number[]) =>
  `${ms(at(values, 0.5))} / ${ms(at(values, 0.75))} / ${ms(at(values, 0.95))}`

async function openPage(origin: string, cookie: string): Promise<{ page: Page; close(): Promise<void> }> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: origin }])
  const page = await context.newPage()
  await page.goto(`${origin}/tasks`)
  await page.getByRole('grid', { name: 'Tasks' }).waitFor()
  return { page, close: () => browser.close() }
}

const folder = mkdtempSync(join(tmpdir(), 'portal-bench-shell-'))
chmodSync(folder, 0o711)
const [load = 0] = loadavg()
try {
  const { one, other, close } = await startTwoServers(folder, Number(process.env['BENCH_PORT'] ?? '4396'))
  try {
    const cookie = await one.signIn('admin')
    const { page, close: leave } = await openPage(other.origin, cookie)
    const switches = await switchTimes(page, rounds)
    const all = [...switches.values()].flat()
    tell(
      `warm switch between remotes, all (${all.length})`,
      spread(all),
      `p75 <= ${goals.switchMs} ms`,
      at(all, 0.75) <= goals.switchMs,
    )
    for (const [remote, times] of switches)
      tell(`– to ${remote}`, spread(times), `p75 <= ${goals.switchMs} ms`, at(times, 0.75) <= goals.switchMs)
    const shown = await alertTimes(page, one, cookie, alerts)
    tell(
      `alert raised on one process until a page of the other shows it (${alerts})`,
      spread(shown),
      `p95 <= ${goals.alertMs} ms`,
      at(shown, 0.95) <= goals.alertMs,
    )
    await leave()
    const addedMb = await memoryOfStreams(other, streams, async () => {
      const body = JSON.stringify({ apiPath: '/tasks', method: 'POST', body: { title: 'Something happens' } })
      await fetch(`${one.origin}/api/crud`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body,
      })
    })
    tell(
      `memory of ${streams.toLocaleString('en')} open streams on one process`,
      `${Math.round(addedMb)} MB`,
      `< ${goals.streamsMb} MB`,
      addedMb < goals.streamsMb,
    )
  } finally {
    await close()
  }
  const head = `Two processes on one PostgreSQL, Chromium at 1440 px; ${availableParallelism()} cores, load ${load.toFixed(1)} before the start, ${new Date().toISOString().slice(0, 10)}.`
  writeReport(
    'shell',
    [head, '', '| measure | half / 75 % / 95 % | goal | met |', '| --- | --- | --- | --- |', ...lines].join(
      '\n',
    ),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
