import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { PermitLibraryView } from '@portal/contract'
import type { LibraryAttribute } from '@portal/contract'
import { z } from 'zod'
import { durations } from '../records/load.ts'
import { responseOf, startServers } from '../records/servers.ts'
import type { Servers } from '../records/servers.ts'
import { writeReport } from '../write-report.ts'

/**
 * Cost of typed attributes: page 1 of permits in a portal with 20 of them, filled on every permit of the
 * page, beside the same page of a portal without, taking turns. Goal: at most 10 percent more.
 */
const goal = 1.1
const rows = 10_000
const times = 401
const pageSize = 50

const kinds = ['number', 'text', 'boolean', 'enum'] as const
const attributes = (permitTypes: string[]): LibraryAttribute[] =>
  Array.from({ length: 20 }, (_, at) => {
    const type = kinds[at % kinds.length] ?? 'text'
    return {
      name: `detail${at}`,
      label: `Detail ${at}`,
      type,
      ...(type === 'enum' && { options: ['Low', 'Medium', 'High'] }),
      masked: false,
      permitTypes,
      shownWhen: {},
      requiredWhen: at % 2 === 0 ? {} : null,
    }
  })
const valueOf = ({ type }: LibraryAttribute, at: number): unknown => {
  const values = new Map<string, unknown>([
    ['number', at],
    ['text', `Text ${at}`],
    ['boolean', at % 2 === 0],
    ['enum', 'Medium'],
  ])
  return values.get(type)
}

const Page = z.object({ permits: z.array(z.object({ pid: z.string() })) })

/** The body of a call. Throws unless its status is 2xx. */
const read = async (call: Parameters<typeof responseOf>[0]): Promise<unknown> =>
  JSON.parse((await responseOf(call)).text)

const firstPage = ({ crud }: Servers) =>
  crud('permits', 'GET', { pageSize, sort: '-createdAt', filter: { bucket: 'processing' } })

/** Adds the attributes and fills them on the permits of the first page. */
async function addAttributes(servers: Servers): Promise<void> {
  const { version, ...library } = PermitLibraryView.parse(await read(servers.crud('permit-library', 'GET')))
  const added = attributes(library.permitTypes.map(({ code }) => code))
  const body = { version, ...library, attributes: added }
  await read(servers.crud('permit-library', 'PATCH', undefined, body))
  const custom = Object.fromEntries(added.map((attribute, at) => [attribute.name, valueOf(attribute, at)]))
  for (const { pid } of Page.parse(await read(firstPage(servers))).permits)
    await read(servers.crud(`permits/${pid}`, 'PATCH', undefined, { custom }))
}

const port = Number(process.env['BENCH_PORT'] ?? '4396')
const folders = ['without', 'with'].map((name) => mkdtempSync(join(tmpdir(), `portal-bench-${name}-`)))
for (const folder of folders) chmodSync(folder, 0o711)
try {
  const [plainDir = '', fullDir = ''] = folders
  const plain = await startServers(plainDir, port, rows)
  try {
    const full = await startServers(fullDir, port + 1, rows)
    try {
      await addAttributes(full)
      const [without = Number.NaN, withAll = Number.NaN] = await durations(
        [() => firstPage(plain), () => firstPage(full)],
        times,
      )
      const ratio = withAll / without
      const isMet = ratio <= goal
      const report = [
        `${times} calls each, taking turns, one connection, ${rows} permits, ${pageSize} on the page; ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(1)} at the end.`,
        '',
        '| page 1 of permits | 20 attributes | none | ratio | goal | met |',
        '| --- | --- | --- | --- | --- | --- |',
        `| median | ${withAll.toFixed(2)} ms | ${without.toFixed(2)} ms | ${ratio.toFixed(2)} | <= ${goal} | ${isMet ? 'yes' : 'no'} |`,
      ].join('\n')
      console.log(report)
      writeReport('attributes', report)
      if (!isMet) process.exitCode = 1
    } finally {
      await full.close()
    }
  } finally {
    await plain.close()
  }
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
