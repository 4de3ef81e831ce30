import {
  LookupQuery,
  Refusal,
  collections,
  invalid,
  isWritableField,
  refusalOf,
  phrase,
} from '@portal/contract'
import type { Actor, Declaration, TableName } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { textOrderSql } from '#platform/database/fold-text.ts'
import { activeStaffSql, moduleOf, peopleTable } from '../modules/collection-module.ts'
import { referenceSql, titleSql } from '../sql/field-sql.ts'
import { read, todayOf } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { rankSql } from '../search/search-records.ts'
import { searchTermsOf, applySearch } from '../search/apply-search.ts'
import { referenceableRows } from './referenceable-rows.ts'

const usualLimit = 20

/**
 * Does the role write any field that refers to this table? The position of a client is ignored, since filters
 * use the lookup too.
 */
function writesReferenceTo(table: TableName, { orgRole: _orgRole, ...who }: Actor): boolean {
  const actor: Actor = { ...who, orgRole: 'ORG_ADMIN' }
  const declarations: readonly Declaration[] = Object.values(collections)
  return declarations.some(({ access, fields }) => {
    if (!access.create(actor) && access.update(actor) === 'closed') return false
    return Object.values(fields).some((declared) => declared.to === table && isWritableField(declared, actor))
  })
}

/**
 * These records by name, as references show them, in the requested order. Former people and deleted records
 * are included, records the actor may not see are not.
 */
async function namesOf(
  deps: RecordDeps,
  actor: Actor,
  { table }: Declaration,
  pids: readonly string[],
): Promise<string> {
  const reference = sql.raw(referenceSql(table, 'asked.pid', actor.role === 'client'))
  const found = await read(
    deps,
    sql`select (f.named || '{"hint": ""}')::text as line
      from (select ${actor.org}::text as org) viewer,
        lateral (select asked.place, ${reference}::jsonb as named from unnest(${[...new Set(pids)]}::text[]) with ordinality asked(pid, place)) f
      where f.named is not null order by f.place`,
    z.object({ line: z.string() }),
  )
  return `{"options":[${found.map(({ line }) => line).join(',')}]}`
}

/**
 * `GET /{collection}/lookup` as JSON text: records that a reference to the table can be set to, best match
 * first, without a search by title. Page permissions and module switches do not apply. Throws 403 for a role
 * that writes no such reference.
 */
export async function lookUpReferences(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  query: unknown,
): Promise<string> {
  const { table } = declaration
  const { hint, conditions, members = `'{}'::jsonb`, isOpenToClients = false } = moduleOf(table).lookup
  if (!writesReferenceTo(table, actor) && !(actor.role === 'client' && isOpenToClients))
    throw new Refusal('forbidden', phrase('Your role can’t link to {{name}}.', { name: declaration.name }))
  const parsed = LookupQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { searchToken = '', limit = usualLimit, staff, pids } = parsed.data
  if (staff === true && table !== peopleTable())
    throw invalid(
      'query.staff',
      'out-of-range',
      phrase('query.staff: {{name}} are not people', { name: declaration.name }),
    )
  if (pids !== undefined) return namesOf(deps, actor, declaration, pids)
  const staffOnly = staff === true ? [sql.raw(`(${activeStaffSql('t')})`)] : []
  const rows = await applySearch(
    deps,
    referenceableRows(declaration, actor, todayOf(deps, actor), ...(conditions?.(actor) ?? []), ...staffOnly),
    searchToken,
  )
  const words = searchTermsOf(searchToken)
  const title = titleSql(table).replaceAll(/\br\./g, 't.')
  const rank = words.length === 0 ? sql`0` : rankSql(declaration, words)
  const found = await read(
    deps,
    sql`select (jsonb_build_object('pid', f.pid, 'title', f.title, 'hint', f.hint) || f.more)::text as line
      from (select t.pid, ${sql.raw(title)} as title, coalesce(${sql.raw(hint)}, '') as hint, ${sql.raw(members)} as more, ${rank} as rank, ${sql.raw(textOrderSql(title))} as place, t.seq ${rows.from()}
        order by 4, 5, t.seq limit ${limit}::bigint) f order by f.rank, f.place, f.seq`,
    z.object({ line: z.string() }),
    words.length === 0 ? 'fast' : 'search',
  )
  return `{"options":[${found.map(({ line }) => line).join(',')}]}`
}
