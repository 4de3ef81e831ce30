import {
  collections,
  invalid,
  mergeableFields,
  mergedValue,
  orgStatus,
  phrase,
  usualMergeChoice,
} from '@portal/contract'
import type { Declaration, MergeChoice, MergeField, RecordValues, Sayable } from '@portal/contract'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import { isPlausiblePid, noSuchRecord } from '#engine/query/get-record.ts'
import { wireFieldSql } from '#engine/sql/field-sql.ts'
import { lockRelated } from '#engine/transitions/locked-record.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import type { DomainDeps } from '../../deps.ts'

/** Two organizations, locked: the losing one is merged into the surviving one. */
export interface MergePair {
  losing: LockedRecord<'orgs'>
  surviving: LockedRecord<'orgs'>
  declaration: Declaration
}

export const clientName = ({ before }: LockedRecord<'orgs'>): string => before.legalName ?? before.orgNo ?? ''

/**
 * Locks both organizations, in the order of their pids. Throws 404 for one that does not exist, 400 for one
 * with itself.
 */
export async function lockPair(
  deps: DomainDeps,
  context: WriteContext,
  losing: string,
  surviving: string,
): Promise<MergePair> {
  const { orgs } = collections
  if (losing === surviving)
    throw invalid('into', 'out-of-range', 'An organization can’t be merged into itself.')
  const locked = new Map<string, LockedRecord<'orgs'>>()
  for (const pid of [losing, surviving].toSorted()) {
    const found = isPlausiblePid(pid) ? await lockRelated(context, 'orgs', pid) : undefined
    if (found === undefined) throw noSuchRecord(orgs, pid)
    locked.set(pid, found)
  }
  const [lost, kept] = [locked.get(losing), locked.get(surviving)]
  if (lost === undefined || kept === undefined) throw noSuchRecord(orgs, losing)
  return { losing: lost, surviving: kept, declaration: await withAddedFields(deps, orgs) }
}

const Wire = z.object({ pid: z.string(), fields: z.record(z.string(), z.unknown()) })

/** The fields with different values, in wire format, and what the merge does with each. */
export async function differingFields(
  { deps, trx, actor }: WriteContext,
  { losing, surviving, declaration }: MergePair,
): Promise<MergeField[]> {
  const names = mergeableFields(declaration, actor)
  const own = names.filter((name) => Object.hasOwn(declaration.fields, name))
  const pairs = own.map((name) => `'${name}', ${wireFieldSql(declaration, name, false)}`).join(', ')
  const rows = await run(
    deps.database,
    trx,
    sql`select t.pid, json_build_object(${sql.raw(pairs)}) as fields from orgs t where t.pid in (${losing.pid}, ${surviving.pid})`,
    Wire,
  )
  const wireOf = ({ pid, before }: LockedRecord<'orgs'>, name: string): unknown => {
    const stored: RecordValues = before
    return own.includes(name) ? rows.find((row) => row.pid === pid)?.fields[name] : stored[name]
  }
  return names.flatMap((field): MergeField[] => {
    const [lost, kept] = [wireOf(losing, field) ?? null, wireOf(surviving, field) ?? null]
    const choice = usualMergeChoice(lost, kept)
    // A value that only the surviving organization has is kept without asking.
    return isDeepStrictEqual(lost, kept) || (choice === 'surviving' && lost === null)
      ? []
      : [{ field, losing: lost, surviving: kept, choice }]
  })
}

/** The new values of the surviving organization. Throws 400 for a choice the merge does not have. */
export function chosenValues(
  { losing, surviving }: MergePair,
  fields: readonly MergeField[],
  chosen: Readonly<Record<string, MergeChoice>>,
): RecordValues {
  for (const [name, choice] of Object.entries(chosen)) {
    const found = fields.find(({ field }) => field === name)
    const isList = Array.isArray(found?.losing) || Array.isArray(found?.surviving)
    if (found === undefined || (choice === 'both' && !isList))
      throw invalid(
        `body.fields.${name}`,
        'out-of-range',
        phrase('body.fields.{{name}}: these organizations have no such choice', { name: name.slice(0, 100) }),
      )
  }
  const [lost, kept]: RecordValues[] = [losing.before, surviving.before]
  return Object.fromEntries(
    fields.map(({ field, choice }) => [
      field,
      mergedValue(chosen[field] ?? choice, lost?.[field] ?? null, kept?.[field] ?? null),
    ]),
  )
}

const Found = z.object({ title: z.string() })

/** Why these organizations cannot be merged now; empty if they can. */
export async function mergeBlockers(
  { deps, trx }: WriteContext,
  { losing, surviving }: MergePair,
): Promise<Sayable[]> {
  const pair = [losing.pid, surviving.pid]
  const merged = await run(
    deps.database,
    trx,
    sql`select coalesce(o.legal_name, o.org_no, o.pid) as title from orgs o where o.pid = any(${pair}::text[]) and o.merged_into is not null order by o.pid`,
    Found,
  )
  const unfinished = await run(
    deps.database,
    trx,
    sql`select distinct coalesce(o.legal_name, o.org_no, o.pid) as title from organization_merges m join orgs o on o.pid in (m.losing, m.surviving)
      where o.pid = any(${pair}::text[]) and m.undone_at is null and (m.done_at is null or m.undone_by is not null) order by 1`,
    Found,
  )
  return [
    ...merged.map(({ title }) =>
      phrase('{{client}} is already merged into another organization.', { client: title }),
    ),
    ...unfinished.map(({ title }) =>
      phrase('Another merge of {{client}} is not complete yet.', { client: title }),
    ),
    ...(surviving.before.status === orgStatus.CLOSED && merged.length === 0
      ? [phrase('{{client}} is closed. Merge in the other direction.', { client: clientName(surviving) })]
      : []),
  ]
}
