import { Agent, request } from 'node:http'
import { z } from 'zod'
import { responseOf } from './servers.ts'
import type { Servers } from './servers.ts'
import type { Measure } from './measures.ts'

const seconds = (sinceMs: number) => (performance.now() - sinceMs) / 1_000
const wait = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs))

function within(what: string, took: number, goal: number, unit: string): Measure {
  return {
    what,
    ours: `${took.toFixed(1)} ${unit}`,
    limit: '',
    ratio: '',
    goal: `<= ${goal} ${unit}`,
    isMet: took <= goal,
  }
}

const Started = z.object({ job: z.object({ id: z.string() }) })
const Job = z.object({
  state: z.string(),
  detail: z.string().optional(),
  result: z.record(z.string(), z.unknown()).nullable(),
})

async function endOfJob(servers: Servers, text: string): Promise<Record<string, unknown>> {
  const { job } = Started.parse(JSON.parse(text))
  for (;;) {
    const state = Job.parse(JSON.parse((await responseOf(servers.call(`/api/jobs/${job.id}`))).text))
    if (state.state === 'failed') throw new Error(`The job failed: ${state.detail ?? ''}`)
    if (state.state === 'done') return state.result ?? {}
    await wait(50)
  }
}

/** Sets one field of many permits in one call. */
export async function bulkUpdate(servers: Servers, pids: readonly string[]): Promise<Measure> {
  const beganMs = performance.now()
  const { text } = await responseOf(
    servers.crud('permits', 'PATCH', undefined, { pids, patch: { priority: 'HIGH', region: 'Bulk' } }),
  )
  const { updated } = await endOfJob(servers, text)
  if (updated !== pids.length) throw new Error(`${String(updated)} of ${pids.length} were updated`)
  return within(`bulk update of ${pids.length} records`, seconds(beganMs), 8, 's')
}

/** Streams all permits as CSV and measures how much the memory of the server grows. */
export async function exportAll(servers: Servers): Promise<Measure[]> {
  const before = servers.memoryMb()
  let highest = before
  const watch = setInterval(() => (highest = Math.max(highest, servers.memoryMb())), 100)
  const beganMs = performance.now()
  const { url, headers } = servers.call('/api/export/permits?format=csv&scope=all')
  const agent = new Agent()
  const bytes = await new Promise<number>((resolve, reject) => {
    request(url, { agent, headers: { ...headers } }, (response) => {
      let size = 0
      response.on('data', (part: Buffer) => (size += part.length))
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(size)
          : reject(new Error(`The export answered ${response.statusCode}`)),
      )
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  }).finally(() => clearInterval(watch))
  agent.destroy()
  const took = seconds(beganMs)
  return [
    within(
      `server memory rising during the export of all permits (${Math.round(bytes / 1e6)} MB in ${took.toFixed(1)} s)`,
      highest - before,
      150,
      'MB',
    ),
  ]
}

/** What the server keeps in memory when all other measures are taken. */
export const memoryAfter = (servers: Servers): Measure =>
  within('server memory after the run', servers.memoryMb(), 300, 'MB')

/** Imports `count` new permits from CSV. */
export async function importRows(servers: Servers, org: string, count: number): Promise<Measure> {
  // Makes the numbers unique to this run: a kept database already contains those of earlier runs.
  const run = Date.now().toString(36).toUpperCase()
  const lines = Array.from(
    { length: count },
    (_, n) => `Permit ${n},"${org}",BENCH-${run}-${n},"$1,000.50",05/31/2026,${n} Elm Street,SIGN`,
  )
  const csv = `title,org,authorityNumber,valuation,targetDate,siteAddress,permitType\n${lines.join('\n')}\n`
  const form = new FormData()
  form.set('file', new Blob([csv]), 'permits.csv')
  const { url, headers } = servers.call('/api/import/permits')
  const beganMs = performance.now()
  const response = await fetch(url, { method: 'POST', headers: { ...headers }, body: form })
  const { created } = await endOfJob(servers, await response.text())
  if (created !== count) throw new Error(`${String(created)} of ${count} were imported`)
  return within(`import of ${count} rows`, seconds(beganMs), 20, 's')
}
