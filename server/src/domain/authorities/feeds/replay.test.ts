import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { Role } from '@portal/contract'
import { feedPresets } from '@portal/contract/authority-presets'
import { Proposals } from '@portal/contract/authority-proposals'
import { z } from 'zod'
import { parseAustinRows, sampleFile } from '#app/seed/austin-rows.ts'
import type { AustinRow } from '#app/seed/austin-rows.ts'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startOnPostgres } from '#test-support/start-on-postgres.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { FeedServer } from './test-support/feed-server.ts'
import type { ServedRow } from './test-support/feed-server.ts'
import { austinRow, givenPermits, givenSource, runFeed } from './test-support/given-feed.ts'

/**
 * Real changes of real permits of Austin, replayed against a feed of real rows. The expectation is computed
 * from the list of changes alone. `PROVE=1` with `AUSTIN_DATA=<folder>` takes the complete files of that
 * folder; without it, the sample of the repository. See server/data/austin/README.md.
 */

const isFull = process.env['PROVE'] === '1' && process.env['AUSTIN_DATA'] !== undefined
const folder = process.env['AUSTIN_DATA'] ?? ''
const permitsFile = isFull ? join(folder, 'austin_construction_permits_2015_jan_may.csv') : sampleFile
const changesFile = isFull
  ? join(folder, 'austin_status_changes.csv')
  : join(import.meta.dirname, '../../../../data/austin/status-changes.csv')
const baseRows = isFull ? Number.POSITIVE_INFINITY : 150
/** Small runs replay a part of the changes. */
const baseChanges = isFull ? Number.POSITIVE_INFINITY : 15

const Change = z.object({
  permit_number: z.string(),
  date_issued: z.string(),
  kind: z.enum(['in place', 'issued anew']),
  status_before: z.string(),
  status_after: z.string(),
  first_seen_after: z.string(),
})
type Change = z.infer<typeof Change>

const meaning = new Map(
  Object.entries(feedPresets[0]?.statuses ?? {}).map(([word, { to, policy }]) => [word, { to, policy }]),
)
const toIso = (day: string) => {
  const [month = '', date = '', year = ''] = day.split('/')
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}T00:00:00.000`
}
const yearBefore = (iso: string) => `${Number(iso.slice(0, 4)) - 1}${iso.slice(4)}`
const number = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toUpperCase()

function served({ permit_number: permit, date_issued: issued, status }: AustinRow, at: number): ServedRow {
  return austinRow(number(permit), status, {
    ':id': `row-${at}`,
    ':updated_at': '2015-06-01T00:00:00.000Z',
    issue_date: toIso(issued),
    statusdate: '2015-06-01T00:00:00.000',
    expiresdate: null,
  })
}

/** The same number with the suffix of another trade: another permit. */
const otherTrade = (permit: string) => (permit.endsWith(' XX') ? permit : permit.replace(/ \w+$/, ' XX'))

let portal: TestApp
let people: Record<Role, Person>
let feed: FeedServer
before(async () => {
  const options = { environment: { allowPrivateSources: true } }
  portal = isFull ? await startOnPostgres(options) : await startTestApp(options)
  people = await portal.given.everyRole()
  feed = new FeedServer()
  await feed.listen()
})
after(async () => {
  await feed.close()
  await portal.close()
})
const ask = apiClient(() => portal)

/** Sets the clock; sessions stay valid. */
async function setClock(at: Date): Promise<void> {
  portal.clock.set(at)
  const later = new Date(at.getTime() + 86_400_000)
  await portal.deps.database.query(
    'update sessions set last_seen_at = $1, idle_expires_at = $2, expires_at = $2',
    [at, later],
  )
}

/** What a person sees in the list of changes, without any code of the portal. */
class Oracle {
  readonly #ours = new Map<string, string>()

  begin(permit: string, status: string): void {
    this.#ours.set(permit, status)
  }

  statusOf(permit: string): string {
    return this.#ours.get(permit) ?? ''
  }

  /** The proposals that a change must make. */
  expect({ permit_number: permit, status_after: word }: Change): string[] {
    const meant = meaning.get(word)
    if (meant === undefined || meant.policy === 'verify' || this.statusOf(permit) === meant.to) return []
    return [`${permit} -> ${meant.to}`]
  }
}

async function openProposals() {
  const query = { state: 'OPEN', pageSize: 1_000 }
  const response = await portal.crud(people.superadmin, { apiPath: 'proposals', method: 'GET', query })
  return Proposals.parse(response.json()).proposals
}

/** The rows of the feed after a change: in place, or beside the row of the earlier issue. */
function applyChange(rows: ServedRow[], change: Change): ServedRow[] {
  const {
    permit_number: permit,
    kind,
    status_after: status,
    date_issued: issued,
    first_seen_after: seen,
  } = change
  const at = { ':updated_at': new Date(seen).toISOString(), statusdate: seen.slice(0, 10) }
  const issue = toIso(issued)
  const kept = rows.filter(
    (row) => kind === 'issued anew' || row['permit_number'] !== permit || row['issue_date'] !== issue,
  )
  // Old rows are published again with the status of their time.
  const again = kept.map((row) =>
    row['permit_number'] === permit ? { ...row, ':updated_at': at[':updated_at'] } : row,
  )
  return [
    ...again,
    austinRow(permit, status, {
      ...at,
      ':id': `change-${permit}-${seen}`,
      issue_date: issue,
      expiresdate: null,
    }),
  ]
}

test('every real change of status is proposed for the right permit, and nothing else is', async (context) => {
  const base = parseAustinRows(await readFile(permitsFile, 'utf8')).slice(0, baseRows)
  const changes = z
    .array(Change)
    .parse(parse(await readFile(changesFile, 'utf8'), { columns: true }))
    .toSorted((a, b) => Date.parse(a.first_seen_after) - Date.parse(b.first_seen_after))
    .slice(0, baseChanges)
  await setClock(new Date('2015-06-02T00:00:00.000Z'))
  const oracle = new Oracle()
  const changing = Map.groupBy(changes, ({ permit_number: permit }) => permit)
  // The state before the first change of each number.
  const firsts = [...changing.values()].flatMap(([first]) => (first === undefined ? [] : [first]))
  let rows = [
    ...base.filter(({ permit_number: permit }) => !changing.has(number(permit))).map(served),
    ...firsts.map(({ permit_number: permit, kind, status_before: status, date_issued: issued }) =>
      austinRow(permit, status, {
        ':id': `before-${permit}`,
        ':updated_at': '2015-06-01T00:00:00.000Z',
        issue_date: kind === 'in place' ? toIso(issued) : yearBefore(toIso(issued)),
        statusdate: '2015-06-01T00:00:00.000',
        expiresdate: null,
      }),
    ),
  ]
  const latest = new Map<string, ServedRow>()
  for (const row of rows) {
    const known = latest.get(String(row['permit_number']))
    if (known === undefined || String(row['issue_date']) >= String(known['issue_date']))
      latest.set(String(row['permit_number']), row)
  }
  const given = [...latest].map(([permit, row]) => ({
    number: permit,
    status: meaning.get(String(row['status_current']))?.to ?? 'ISSUED',
  }))
  const decoys = [...new Set([...changing.keys()].map(otherTrade))].map((permit) => ({
    number: permit,
    status: 'ISSUED',
  }))
  rows.push(
    ...decoys.map(({ number: permit }) =>
      austinRow(permit, 'Active', {
        ':updated_at': '2015-06-01T00:00:00.000Z',
        issue_date: '2015-01-05T00:00:00.000',
        statusdate: '2015-06-01T00:00:00.000',
        expiresdate: null,
      }),
    ),
  )
  for (const { number: permit, status } of [...given, ...decoys]) oracle.begin(permit, status)
  const pids = await givenPermits(portal, [...given, ...decoys])
  feed.publish(rows, new Date('2015-06-02T00:00:00Z'))
  const source = await givenSource(portal, people.admin, feed, { staleAfterDays: 3_650 })
  const begun = performance.now()
  const first = await runFeed(portal, source)
  const seconds = (performance.now() - begun) / 1_000
  context.diagnostic(`${pids.size} permits, ${first.calls} calls, ${seconds.toFixed(1)} s`)
  assert.deepEqual([first.stopped, first.checked, first.proposals], [undefined, pids.size, 0])
  if (isFull) assert.ok(first.calls <= 270 && seconds <= 60, `${first.calls} calls, ${seconds} s`)
  feed.forget()
  assert.deepEqual([(await runFeed(portal, source)).calls, feed.notModified], [1, 1])

  let proposed = 0
  for (const change of changes) {
    const { permit_number: permit, first_seen_after: seen } = change
    rows = applyChange(rows, change)
    await setClock(new Date(Date.parse(seen) + 3_600_000))
    feed.publish(rows, new Date(seen))
    const result = await runFeed(portal, source)
    assert.equal(result.stopped, undefined)
    const open = await openProposals()
    assert.deepEqual(
      open.map(({ authorityNumber, to }) => `${authorityNumber} -> ${to}`),
      oracle.expect(change),
      `${permit} ${change.status_before} -> ${change.status_after}`,
    )
    const [proposal] = open
    if (proposal === undefined) continue
    proposed += 1
    assert.equal(proposal.from, oracle.statusOf(permit))
    if (proposal.blockers.length > 0)
      await ask(people.superadmin, 'POST', `proposals/${proposal.pid}/dismiss`, { reason: 'No way there' })
    else {
      await ask(people.superadmin, 'POST', `proposals/${proposal.pid}/accept`)
      oracle.begin(permit, proposal.to)
    }
    const record = await ask(people.superadmin, 'GET', `permits/${pids.get(permit)}`)
    assert.equal(record['status'], oracle.statusOf(permit))
  }
  assert.ok(proposed > changes.length / 2, `${proposed} of ${changes.length}`)
  const after = await portal.deps.database.query('select authority_number as number, status from permits', [])
  const told = z.array(z.object({ number: z.string(), status: z.string() })).parse(after)
  assert.deepEqual(
    told.filter(({ number: permit, status }) => status !== oracle.statusOf(permit)),
    [],
  )
})
