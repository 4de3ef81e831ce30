import {
  HandoverBody,
  HandoverQuery,
  Refusal,
  collections,
  findCollection,
  invalid,
  isGovernedBy,
  maxHandoverListed,
  phrase,
  refusalOf,
  standInOf,
} from '@portal/contract'
import type { Actor, CollectionName, HandoverPreview } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { insertJob } from '#platform/jobs/job-store.ts'
import { activeStaffSql } from '#engine/modules/collection-module.ts'
import { requireOpen } from '#engine/query/visibility.ts'
import { inTransaction, run } from '#engine/write/writing.ts'
import type { DomainDeps } from '../deps.ts'
import { listAbsences } from '../users/absence/absences.ts'
import { requireAdministrator } from '../users/sign-in/change-status.ts'
import { countOpenWork, listCandidates, listOpenWork } from './open-work.ts'
import { planHandover } from './plan.ts'
import type { HandoverTarget, WorkRecord, PlannedRecord } from './plan.ts'

type Wanted = Pick<HandoverBody, 'to' | 'rule'>

const Named = z.object({ pid: z.string(), title: z.string(), is_staff: z.boolean() })

/** People by pid, with whether they are active staff. */
async function namedPeople(deps: DomainDeps, trx: Transaction<Tables>, pids: readonly string[]) {
  const rows = await run(
    deps.database,
    trx,
    sql`select u.pid, coalesce(u.name, '') as title, (${sql.raw(activeStaffSql('u'))}) as is_staff from users u where u.pid = any(${[...pids]}::text[])`,
    Named,
  )
  return new Map(rows.map(({ pid, title, is_staff: isStaff }) => [pid, { pid, title, isStaff }]))
}

/** Throws 404 for a person who does not exist. */
async function requirePerson(deps: DomainDeps, trx: Transaction<Tables>, pid: string): Promise<void> {
  if (!(await namedPeople(deps, trx, [pid])).has(pid)) throw new Refusal('not-found', 'Person not found.')
}

/**
 * Who gets the work. Throws 400 for a person who is not active staff, is the person themselves, or is away
 * with nobody else to stand in.
 */
async function targetOf(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  person: string | null,
  { to, rule }: Wanted,
): Promise<HandoverTarget> {
  const { delegates } = await listAbsences({ deps, trx, now: deps.clock.now() })
  if (rule !== undefined) {
    const away = [...delegates.keys()]
    const candidates = await listCandidates({ deps, trx }, { person, away, isByAgency: rule === 'BY_AGENCY' })
    return { rule, candidates }
  }
  const chosen = (await namedPeople(deps, trx, [to ?? ''])).get(to ?? '')
  if (chosen?.isStaff !== true)
    throw invalid(
      'body.to',
      'not-staff',
      phrase('{{path}} must be an active staff member', { path: 'body.to' }),
    )
  if (chosen.pid === person) throw invalid('body.to', 'out-of-range', 'body.to: choose somebody else')
  if (standInOf(chosen.pid, delegates) === person)
    throw invalid('body.to', 'out-of-range', 'body.to: this person is away, and the work would come back')
  return { to: chosen.pid }
}

/** The open work with its new assignees. Throws 409 when a rule has nobody to choose from. */
async function planOf(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  person: string | null,
  wanted: Wanted,
): Promise<PlannedRecord[]> {
  const target = await targetOf(deps, trx, person, wanted)
  const planned = planHandover(await listOpenWork({ deps, trx }, person), target)
  const sentence = 'Nobody on the team is at work. Choose a person.'
  if (planned === null) throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  return planned
}

const isPlanned = (record: WorkRecord | PlannedRecord): record is PlannedRecord => 'to' in record

function toPreview(
  total: number,
  records: readonly (WorkRecord | PlannedRecord)[],
  people: ReadonlyMap<string, { pid: string; title: string }>,
): HandoverPreview {
  const named = (pid: string) => ({ pid, title: people.get(pid)?.title ?? '' })
  const planned = records.filter(isPlanned)
  return {
    total,
    counts: [...Map.groupBy(records, ({ collection }) => collection)].map(([collection, group]) => ({
      collection,
      count: group.length,
    })),
    recipients: [...Map.groupBy(planned, ({ to }) => to)]
      .map(([pid, group]) => ({ person: named(pid), count: group.length }))
      .toSorted((one, other) => other.count - one.count),
    records: records.slice(0, maxHandoverListed).map((record) => ({
      collection: record.collection,
      pid: record.pid,
      title: record.title,
      to: isPlanned(record) ? named(record.to) : null,
    })),
  }
}

/**
 * `GET /users/{pid}/handover` and, without a person, `GET /workload/assign`: what would be handed over and to
 * whom. Without a target, it is the open work alone. Throws 403, 404, 400.
 */
export async function previewHandover(
  deps: DomainDeps,
  actor: Actor,
  person: string | null,
  query: unknown,
): Promise<HandoverPreview> {
  requireAdministrator(actor)
  return inTransaction(deps, async (trx) => {
    if (person !== null) await requirePerson(deps, trx, person)
    const parsed = HandoverQuery.safeParse(query ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'query')
    const { to, rule } = parsed.data
    const hasTarget = to !== undefined || rule !== undefined
    const records = hasTarget
      ? await planOf(deps, trx, person, parsed.data)
      : await listOpenWork({ deps, trx }, person)
    const people = await namedPeople(deps, trx, [
      ...new Set(records.flatMap((record) => (isPlanned(record) ? [record.to] : []))),
    ])
    return toPreview(await countOpenWork({ deps, trx }, person), records, people)
  })
}

/** One collection after the other, so that a batch writes and undoes one of them. */
const order: readonly CollectionName[] = ['permits', 'rts', 'tasks', 'ctasks', 'orgs']
const byCollection = (one: PlannedRecord, other: PlannedRecord) =>
  order.indexOf(one.collection) - order.indexOf(other.collection)

/**
 * `POST /users/{pid}/handover` and `POST /workload/assign`: starts the job that hands over what the preview
 * shows. Throws 403, 404, 400, and 409 when there is nothing to hand over.
 */
export async function startHandover(
  deps: DomainDeps,
  actor: Actor,
  person: string | null,
  body: unknown,
): Promise<{ job: { id: string } }> {
  requireAdministrator(actor)
  const id = deps.ids.pid()
  await inTransaction(deps, async (trx) => {
    if (person !== null) await requirePerson(deps, trx, person)
    const parsed = HandoverBody.safeParse(body ?? {})
    if (!parsed.success) throw refusalOf(parsed.error, 'body')
    const { thenDisable = false } = parsed.data
    if (thenDisable) await requireMayDisable(deps, trx, actor, person)
    const records = (await planOf(deps, trx, person, parsed.data)).toSorted(byCollection)
    const sentence = 'There is no open work to hand over.'
    if (records.length === 0) throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
    const touched = [...new Set(records.map(({ collection }) => collection))]
    for (const name of touched) requireOpen(findCollection(name) ?? collections.users, actor, 'update')
    await insertJob(trx, {
      id,
      kind: 'handover',
      owner: actor.pid,
      collection: 'users',
      otherCollections: touched,
      params: {
        person,
        thenDisable,
        records: records.map(({ collection, pid, fields, to }) => ({ collection, pid, fields, to })),
      },
      total: records.length,
    })
  })
  deps.jobs.wake()
  return { job: { id } }
}

/** Throws 400 or 403 before work is moved for an account that the actor cannot disable afterwards. */
async function requireMayDisable(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  person: string | null,
): Promise<void> {
  if (person === null || person === actor.pid)
    throw invalid('body.thenDisable', 'out-of-range', 'body.thenDisable: you can’t disable this account')
  const [user] = await run(
    deps.database,
    trx,
    sql`select role from users where pid = ${person}`,
    z.object({ role: z.string().nullable() }),
  )
  if (user === undefined || !isGovernedBy(actor, user))
    throw new Refusal(
      'forbidden',
      phrase('Only a superadmin can change an account with the role {{role}}.', { role: user?.role ?? '' }),
    )
}
