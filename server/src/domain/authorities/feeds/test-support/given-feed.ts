import { permitUpdates } from '@portal/contract/permit-effects'
import { emptyGuardContext, inEnglish, seedMap } from '@portal/contract'
import type { FeedStatuses } from '@portal/contract/authority-feeds'
import { feedPresets } from '@portal/contract/authority-presets'
import { sql } from 'kysely'
import { fromStoredText } from '#platform/language/stored-message.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { runSource } from '../run-source.ts'
import { createSource } from '../sources.ts'
import { actorFor } from '#test-support/given.ts'
import type { FeedServer, ServedRow } from './feed-server.ts'

/** A permit as a test names it: its number at the authority and its status with us. */
export interface GivenPermit {
  number: string
  status: string
  org?: string
}

/** The pid of Austin Development Services, which a new portal has. */
export async function austin({ deps }: TestApp): Promise<string> {
  const { rows } = await sql<{
    pid: string
  }>`select pid from authorities where short_code = 'AUSTIN_DSD'`.execute(deps.database.kysely)
  const [row] = rows
  if (row === undefined) throw new Error('A new portal knows Austin.')
  return row.pid
}

/** Adds permits of Austin with their statuses, as an import does; returns pid by number. */
export async function givenPermits(
  { deps, given }: TestApp,
  permits: readonly GivenPermit[],
): Promise<Map<string, string>> {
  const org = await given.org()
  const now = deps.clock.now()
  const today = now.toISOString().slice(0, 10)
  const rows = permits.map(({ number, status, org: owner = org }) => {
    const { pipelineStage, bucket, court, outcome } = permitUpdates(
      seedMap,
      { status: 'NEW', bucket: 'processing' },
      { to: status },
      emptyGuardContext,
      now,
      today,
    )
    return { pid: deps.ids.pid(), number, status, org: owner, stage: pipelineStage, bucket, court, outcome }
  })
  for (let from = 0; from < rows.length; from += 2_000)
    await sql`insert into permits (pid, ref_no, title, org, permit_type, status, pipeline_stage, bucket, court, outcome, authority, authority_number, cycle_no)
      select r.pid, 'T-' || r.pid, 'Permit ' || r.number, r.org, 'BUILDING', r.status, r.stage, r.bucket, r.court, r.outcome, 'AUSTIN_DSD', r.number, 1
      from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + 2_000))}::jsonb)
        as r(pid text, number text, status text, org text, stage text, bucket text, court text, outcome text)`.execute(
      deps.database.kysely,
    )
  return new Map(rows.map(({ number, pid }) => [number, pid]))
}

/** Deletes the permits, so that a test begins with its own. */
export async function withoutPermits({ deps }: TestApp): Promise<void> {
  await sql`update permits set deleted_at = now() where deleted_at is null`.execute(deps.database.kysely)
}

/** Deletes sources and permits, so that a test begins with its own. */
export async function withoutFeeds(portal: TestApp): Promise<void> {
  await sql`delete from authority_sources`.execute(portal.deps.database.kysely)
  await withoutPermits(portal)
}

const [austinPreset] = feedPresets

/** The body of a source for the local feed, in the columns of the live one. */
export function sourceBody(
  feed: FeedServer,
  authority: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  if (austinPreset === undefined) throw new Error('There is a preset for Austin.')
  const { fields, statuses } = austinPreset
  return {
    authority,
    dialect: 'soda2',
    address: feed.origin,
    dataset: '3syk-w9eu',
    fields,
    statuses,
    ...more,
  }
}

const sodaDay = (day: string) => `${day}T00:00:00.000`
/** Where the local feed answers in each dialect, and how the dialect writes a day. */
export const servedDialects = [
  { dialect: 'soda2', path: '', dataset: '3syk-w9eu', dayOf: sodaDay },
  { dialect: 'soda3', path: '', dataset: '3syk-w9eu', dayOf: sodaDay },
  {
    dialect: 'arcgis',
    path: '/arcgis/rest/services/permits/FeatureServer/0',
    dataset: null,
    dayOf: (day: string) => Date.parse(day),
  },
  { dialect: 'ckan', path: '', dataset: 'permits', dayOf: (day: string) => day },
  {
    dialect: 'csv',
    path: '/permits.csv',
    dataset: null,
    dayOf: (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1'),
  },
] as const

/** Adds a source of Austin that asks the local feed; returns its pid. */
export async function givenSource(
  portal: TestApp,
  admin: Person,
  feed: FeedServer,
  more: Record<string, unknown> & { statuses?: FeedStatuses } = {},
): Promise<string> {
  const body = sourceBody(feed, await austin(portal), more)
  return (await createSource(portal.deps, actorFor(admin), body)).pid
}

/** One run of a source by the schedule. */
export const runFeed = ({ deps }: TestApp, source: string, timeoutMs = 5_000) =>
  runSource(deps, source, { id: deps.ids.pid(), by: null, timeoutMs })

/** Why a run stopped, in English; empty if it did not. */
export const said = ({ stopped = '' }: { stopped?: string | undefined }): string =>
  inEnglish(fromStoredText(stopped))

/** A row of the feed of Austin. */
export function austinRow(number: string, status: string, more: ServedRow = {}): ServedRow {
  return {
    ':id': `row-${number}-${textOf(more['issue_date'])}`,
    ':updated_at': '2026-11-19T00:00:00.000Z',
    permit_number: number,
    status_current: status,
    statusdate: '2026-11-18T00:00:00.000',
    issue_date: '2026-03-02T00:00:00.000',
    expiresdate: '2027-03-02T00:00:00.000',
    applieddate: '2026-01-02T00:00:00.000',
    link: { url: `https://abc.austintexas.gov/permit/${encodeURIComponent(number)}` },
    contractor_company_name: 'Hill Country Electric',
    ...more,
  }
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
