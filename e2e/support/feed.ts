import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from 'playwright/test'
import { expect, list } from './portal.ts'
import { crud, importCsv, make } from './records.ts'

/** A permit as an agency publishes it. */
export interface PublishedPermit {
  number: string
  status: string
  company?: string
}

/** An agency with a feed of its own, which no other journey reads. */
export interface LocalAgency {
  /** Pid of the authority. */
  pid: string
  name: string
  code: string
  /** The address of its feed. */
  address: string
  publish(permits: readonly PublishedPermit[]): void
  close(): Promise<void>
}

/** The columns of the feed, by the field of the portal. */
export const feedColumns = {
  number: 'permit_number',
  status: 'status_current',
  issuedDate: 'issue_date',
  client: 'company',
} as const

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

function toCsv(permits: readonly PublishedPermit[]): string {
  const rows = permits.map(({ number, status, company = '' }) =>
    [number, status, daysAgo(30), company].map((cell) => `"${cell}"`).join(','),
  )
  return [Object.values(feedColumns).join(','), ...rows, ''].join('\n')
}

/** Adds an agency, with an open data portal of its own beside the journeys. */
export async function startAgency(page: Page, name: string): Promise<LocalAgency> {
  let [text, revision] = [toCsv([]), 0]
  const server = createServer((request, response) => {
    const etag = `"${revision}"`
    if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
    else response.writeHead(200, { 'content-type': 'text/csv', etag }).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const found = server.address()
  if (found === null || typeof found === 'string') throw new Error('The feed has no port.')
  const code = name.replaceAll(/\W+/g, '_').toUpperCase()
  return {
    pid: await make(page, 'authorities', { name, shortCode: code }),
    name,
    code,
    address: `http://127.0.0.1:${found.port}/permits.csv`,
    publish(permits) {
      text = toCsv(permits)
      revision += 1
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Adds issued permits of the agency with these numbers, by import; returns their pids by number. */
export async function issuedPermits(
  page: Page,
  { code }: LocalAgency,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const org = Object(await crud(page, { apiPath: 'orgs/lookup', method: 'GET', query: { limit: 1 } }))
    .options[0]
  const rows = numbers.map((number) => [`Permit ${number}`, org.title, 'SIGN', code, number, 'ISSUED'])
  const head = ['title', 'org', 'permitType', 'authority', 'authorityNumber', 'status']
  await importCsv(
    page,
    'permits',
    [head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n'),
  )
  const { records } = await list(page, 'processed', {
    filter: { authorityNumber: { in: numbers } },
    pageSize: 100,
    fields: 'authorityNumber',
  })
  expect(records).toHaveLength(numbers.length)
  return new Map(records.map((record) => [String(record['authorityNumber']), String(record['pid'])]))
}

/**
 * Sets up the feed of the agency, as the settings do. The portal reads it soon, by its schedule or by the
 * call.
 */
export async function addFeed(page: Page, agency: LocalAgency, more: object = {}): Promise<string> {
  const source = await make(page, 'authority-sources', {
    authority: agency.pid,
    dialect: 'csv',
    address: agency.address,
    fields: feedColumns,
    statuses: {
      Active: { to: 'ISSUED', policy: 'propose' },
      Final: { to: 'CLOSED', policy: 'propose' },
      Expired: { to: 'EXPIRED', policy: 'propose' },
    },
    intervalMinutes: 1_440,
    staleAfterDays: 30,
    ...more,
  })
  await crud(page, { apiPath: `authority-sources/${source}/run`, method: 'POST' })
  return source
}

/** Waits until this many proposals about the permit are in that state. */
export async function expectProposals(
  page: Page,
  permit: string,
  state: 'OPEN' | 'ACCEPTED' | 'DISMISSED' | 'HELD',
  count: number,
): Promise<void> {
  const found = async () => (await list(page, 'proposals', { filter: { permit, state } })).count
  await expect.poll(found).toBe(count)
}

/** Reads the feed until this many proposals about the permit are open. Another reading may be under way. */
export async function readUntilProposed(
  page: Page,
  source: string,
  permit: string,
  count: number,
): Promise<void> {
  const found = async () => {
    await crud(page, { apiPath: `authority-sources/${source}/run`, method: 'POST' })
    return (await list(page, 'proposals', { filter: { permit, state: 'OPEN' } })).count
  }
  await expect.poll(found, { intervals: [500, 1_000, 2_000] }).toBe(count)
}
