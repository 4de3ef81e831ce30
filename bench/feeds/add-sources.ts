import { AuthoritySource } from '@portal/contract/authority-feeds'
import { z } from 'zod'
import { responseOf } from '../records/servers.ts'
import type { Servers } from '../records/servers.ts'
import { FeedFiles } from './feed-files.ts'

const pageSize = 1_000
/** The scheduler begins half a minute after the start, and reads one feed after the other. */
const firstRunsMs = 5 * 60_000

const Pid = z.object({ pid: z.string() })
const Page = z.object({
  permits: z.array(
    z.object({
      authority: Pid.nullable(),
      authorityNumber: z.string().nullable(),
      status: z.string(),
    }),
  ),
})
type FeedPermit = z.infer<typeof Page>['permits'][number]

/** The body of a call. Throws unless its status is 2xx. */
const read = async (call: Parameters<typeof responseOf>[0]): Promise<unknown> =>
  JSON.parse((await responseOf(call)).text)

async function listPermits({ crud }: Servers, collection: 'permits' | 'processed'): Promise<FeedPermit[]> {
  const all: FeedPermit[] = []
  for (let page = 1; ; page += 1) {
    const { permits } = Page.parse(await read(crud(collection, 'GET', { page, pageSize, sort: 'createdAt' })))
    all.push(...permits)
    if (permits.length < pageSize) return all
  }
}

const csvOf = (permits: readonly FeedPermit[]): string =>
  ['number,status', ...permits.map(({ authorityNumber, status }) => `${authorityNumber},${status}`), ''].join(
    '\n',
  )

/** Resolves when the feed of a source was read. Throws when that failed, or did not happen in time. */
async function untilRead({ crud }: Servers, pid: string): Promise<number> {
  for (const endMs = Date.now() + firstRunsMs; Date.now() < endMs;) {
    const { lastRun } = AuthoritySource.parse(await read(crud(`authority-sources/${pid}`, 'GET')))
    if (lastRun !== null) {
      const { stopped, checked, missing } = lastRun.result
      if (stopped !== undefined) throw new Error(`The feed could not be read: ${stopped}`)
      if (checked === 0 || missing > 0) throw new Error(`${missing} of ${checked} permits are missing`)
      return checked
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('The schedule has not read the feed in time')
}

/**
 * Adds sources that are read every minute, in turn for the agencies that have numbered permits, and serves
 * their feeds: the permits of the agency with the status that they have. Resolves when each was read once.
 */
export async function addSources(
  servers: Servers,
  count: number,
): Promise<{ files: FeedFiles; watched: number }> {
  const permits = [...(await listPermits(servers, 'permits')), ...(await listPermits(servers, 'processed'))]
  const numbered = permits.filter(({ authority, authorityNumber }) => authority && authorityNumber)
  const byAuthority = [...Map.groupBy(numbered, ({ authority }) => authority?.pid ?? '')]
  const statuses = Object.fromEntries(
    permits.map(({ status }) => [status, { to: status, policy: 'propose' as const }]),
  )
  const sources = Array.from({ length: count }, (_, at) => {
    const [authority, ofAuthority] = byAuthority[at % byAuthority.length] ?? ['', []]
    return { authority, path: `/${at}.csv`, text: csvOf(ofAuthority) }
  })
  const files = new FeedFiles(new Map(sources.map(({ path, text }) => [path, text])))
  try {
    const origin = await files.listen()
    const pids: string[] = []
    for (const { authority, path } of sources) {
      const source = {
        authority,
        dialect: 'csv',
        address: `${origin}${path}`,
        fields: { number: 'number', status: 'status' },
        statuses,
        intervalMinutes: 1,
      }
      pids.push(Pid.parse(await read(servers.crud('authority-sources', 'POST', undefined, source))).pid)
    }
    let watched = 0
    for (const pid of pids) watched += await untilRead(servers, pid)
    return { files, watched }
  } catch (error) {
    files.close()
    throw error
  }
}
