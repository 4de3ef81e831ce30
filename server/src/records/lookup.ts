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
import type { RawBuilder } from 'kysely'
import { textOrderSql } from '#database/fold-text.ts'
import { referenceSql, titleSql } from './field-sql.ts'
import { read, todayOf } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { rankSql } from './search-records.ts'
import { activeStaffSql } from './staff-references.ts'
import { searchTermsOf, applySearch } from './apply-search.ts'
import { referenceableRows } from './visibility.ts'

const usualLimit = 20

/** The field that distinguishes two records with the same title. */
const hints: Readonly<Record<TableName, string>> = {
  permits: 't.ref_no',
  tasks: 't.ref_no',
  payments: "concat_ws(' · ', t.kind, t.description)",
  rts: '(select p.title from permits p where p.pid = t.permit)',
  orgs: "concat_ws(' · ', t.org_no, t.city)",
  users: "concat_ws(' · ', nullif(t.title, ''), t.email)",
  notifications: 't.subject',
  alerts: "''",
  contacts: "concat_ws(' · ', t.company, t.email)",
}

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
 * Clients get their own organization and its people; staff get people who can still sign in. Source:
 * contract.md 2.
 */
function alsoSql({ table }: Declaration, actor: Actor): RawBuilder<unknown>[] {
  if (table !== 'users') return []
  const standing = sql`t.status not in ('DISABLED', 'DELETED')`
  return actor.role === 'client' ? [standing, sql`t.org = ${actor.org}::text`] : [standing]
}

/** SQL of a person's role; empty for other tables and for people without a role. */
const roleSql = (table: TableName) =>
  table === 'users' ? `jsonb_strip_nulls(jsonb_build_object('role', lower(trim(t.role))))` : `'{}'::jsonb`

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
  const found = await read<{ line: string }>(
    deps,
    sql`select (f.named || '{"hint": ""}')::text as line
      from (select ${actor.org}::text as org) viewer,
        lateral (select asked.place, ${reference}::jsonb as named from unnest(${[...new Set(pids)]}::text[]) with ordinality asked(pid, place)) f
      where f.named is not null order by f.place`,
  )
  return `{"options":[${found.map(({ line }) => line).join(',')}]}`
}

/**
 * `GET /{collection}/lookup` as JSON text: records that a reference to the table can be set to, best match first, without a search by title. Page permissions and module switches do not apply. Throws 403 for a role that writes no such reference.
 */
export async function lookUpReferences(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  query: unknown,
): Promise<string> {
  const { table } = declaration
  const mayMeet = writesReferenceTo(table, actor) || (actor.role === 'client' && table === 'users')
  if (!mayMeet)
    throw new Refusal('forbidden', phrase('Your role can’t link to {{name}}.', { name: declaration.name }))
  const parsed = LookupQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { searchToken = '', limit = usualLimit, staff, pids } = parsed.data
  if (staff === true && table !== 'users')
    throw invalid(
      'query.staff',
      'out-of-range',
      phrase('query.staff: {{name}} are not people', { name: declaration.name }),
    )
  if (pids !== undefined) return namesOf(deps, actor, declaration, pids)
  const staffOnly = staff === true ? [sql.raw(`(${activeStaffSql('t')})`)] : []
  const rows = await applySearch(
    deps,
    referenceableRows(declaration, actor, todayOf(deps, actor), ...alsoSql(declaration, actor), ...staffOnly),
    searchToken,
  )
  const words = searchTermsOf(searchToken)
  const title = titleSql(table).replaceAll(/\br\./g, 't.')
  const rank = words.length === 0 ? sql`0` : rankSql(declaration, words)
  const found = await read<{ line: string }>(
    deps,
    sql`select (jsonb_build_object('pid', f.pid, 'title', f.title, 'hint', f.hint) || f.more)::text as line
      from (select t.pid, ${sql.raw(title)} as title, coalesce(${sql.raw(hints[table])}, '') as hint, ${sql.raw(roleSql(table))} as more, ${rank} as rank, ${sql.raw(textOrderSql(title))} as place, t.seq ${rows.from()}
        order by 4, 5, t.seq limit ${limit}::bigint) f order by f.rank, f.place, f.seq`,
  )
  return `{"options":[${found.map(({ line }) => line).join(',')}]}`
}
