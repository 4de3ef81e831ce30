import { SearchEverythingQuery, collections, refusalOf, relatedFacts, visibleFields } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { moduleOf } from '../modules/collection-module.ts'
import { quotedColumn } from '../sql/columns.ts'
import { read, todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { namedRowSql } from '../query/related.ts'
import { rankSql } from './search-records.ts'
import { exactTerms, searchTermsOf, textsSql } from './apply-search.ts'
import { fuzzyTermsOf } from './fuzzy-terms.ts'
import { bestKeys } from './postings/posted-page.ts'
import { meantWords } from './search-term.ts'
import type { SearchTerm } from './search-term.ts'
import { everything, listableRows } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'

const usualLimit = 20
/** Limit per collection, so that one with many matches leaves room for the others. */
const maxOfCollection = 10

const declarations: readonly Declaration[] = Object.values(collections)

/**
 * Number of a hit `t`, and a name for collections whose title is only the number: the subject of a
 * notification, the permit of a package. Null if there is none or the actor may not read it.
 */
export function headingSql(declaration: Declaration, actor: Actor): RawBuilder<unknown> {
  const { table, titleField, numberField } = declaration
  const { searchHeading } = moduleOf(table)
  const number = numberField === null ? 'null::text' : `t.${quotedColumn(numberField)}`
  const isReadable = (wanted: string) => visibleFields(declaration, actor).some(([field]) => field === wanted)
  const facts = relatedFacts(declaration)
    .slice(0, 1)
    .filter((fact) => fact !== numberField && isReadable(fact))
  const headings = [
    ...facts.map((fact) => `nullif(t.${quotedColumn(fact)}, '')`),
    ...(searchHeading === undefined ? [] : [searchHeading]),
  ]
  const heading =
    titleField === numberField && headings.length > 0 ? `coalesce(${headings.join(', ')})` : 'null::text'
  return sql.raw(`${number} as number, ${heading} as heading`)
}

type Sought = readonly { rows: VisibleRows; words: readonly SearchTerm[] }[]

async function find(deps: RecordDeps, actor: Actor, sought: Sought, limit: number): Promise<string[]> {
  if (sought.length === 0) return []
  // Collections of one table share its search text, which is read once for all of them.
  const texts = new Map<string, RawBuilder<unknown>>()
  const best = await Promise.all(
    sought.map(({ rows, words }) => bestKeys(deps, rows, words, maxOfCollection)),
  )
  const textsOf = ({ table }: Declaration, words: readonly SearchTerm[]) => {
    const key = JSON.stringify([table, words])
    const found = sql.id(`found_${[...texts.keys(), key].indexOf(key)}`)
    texts.set(key, sql`${found} as (${textsSql({ table }, words)})`)
    return sql`t.seq in (select seq from ${found})`
  }
  const parts = sought.map(({ rows, words }, at) => {
    const { declaration } = rows
    const keys = best[at] ?? null
    const found =
      keys === null ? rows.narrow(everything, textsOf(declaration, words)).from() : rows.fromAmongKeys(keys)
    const rank = rankSql(declaration, meantWords(words))
    return sql`(select ${namedRowSql(declaration)}, ${headingSql(declaration, actor)}, ${rank} as rank, t.updated_at, t.seq ${found}
      order by rank, t.seq desc ${sql.raw(`limit ${maxOfCollection}`)})`
  })
  const found = await read(
    deps,
    sql`${texts.size === 0 ? sql`` : sql`with ${sql.join([...texts.values()])}`}
      select json_build_object('collection', f.collection, 'pid', f.pid, 'number', nullif(f.number, coalesce(f.heading, f.title)),
        'title', coalesce(f.heading, f.title), 'status', f.status)::text as line
      from (${sql.join(parts, sql` union all `)}) f order by f.rank, f.updated_at desc, f.pid limit ${limit}::bigint`,
    z.object({ line: z.string() }),
    'search',
  )
  return found.map(({ line }) => line)
}

/**
 * `GET /search` as JSON text: records of all collections the actor may list, best match first. One typo is
 * allowed if nothing matches as typed. `closed` are collections whose module is off.
 */
export async function searchEverything(
  deps: RecordDeps,
  actor: Actor,
  query: unknown,
  closed: ReadonlySet<string>,
): Promise<string> {
  const parsed = SearchEverythingQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { searchToken, limit = usualLimit } = parsed.data
  const words = searchTermsOf(searchToken)
  if (words.length === 0) return '{"hits":[]}'
  const today = todayOf(deps, actor)
  const open = declarations.filter(({ name, access }) => !closed.has(name) && access.read(actor) !== 'closed')
  const rows = open.map((declaration) => listableRows(declaration, actor, { today }))
  const exact = await find(
    deps,
    actor,
    rows.map((row) => ({ rows: row, words: exactTerms(words) })),
    limit,
  )
  const hits = exact.length > 0 ? exact : await findNear(deps, actor, rows, words, limit)
  return `{"hits":[${hits.join(',')}]}`
}

async function findNear(
  deps: RecordDeps,
  actor: Actor,
  rows: readonly VisibleRows[],
  words: readonly string[],
  limit: number,
): Promise<string[]> {
  const meantBy = await fuzzyTermsOf(deps, rows, words)
  const sought = rows.map((row, at) => ({ rows: row, words: meantBy[at] ?? [] }))
  return find(
    deps,
    actor,
    sought.filter(({ words: meant }) => meant.some(({ near }) => near.length > 0)),
    limit,
  )
}
