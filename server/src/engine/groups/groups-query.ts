import {
  GroupsQuery,
  fieldFinder,
  invalid,
  maxGroupFields,
  parseFilter,
  parseSort,
  refusalOf,
  phrase,
} from '@portal/contract'
import type { Actor, Declaration, Field, FieldFinder, SortKey } from '@portal/contract'
import { todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { narrowShown } from '../query/hidden-records.ts'
import { applySearch } from '../search/apply-search.ts'
import { listableRows, scopedRows } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'

/** A field to group or sum by, with its declaration. */
export interface NamedField {
  name: string
  declared: Field
}

/** A validated groups query. */
export interface GroupsOptions {
  rows: VisibleRows
  by: readonly NamedField[]
  sums: readonly NamedField[]
  sort: readonly SortKey[]
  find: FieldFinder
  query: GroupsQuery
}

const ungroupable: readonly string[] = ['json', 'list']
const summable: readonly string[] = ['money', 'integer', 'decimal']

function parseNames(
  text: string,
  path: string,
  find: FieldFinder,
  isFit: (declared: Field) => boolean,
  refusal: string,
): NamedField[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.map((name, index) => {
    const declared = find(name)
    if (declared === undefined)
      throw invalid(path, 'unknown-field', phrase('{{path}}: there is no field {{name}}', { path, name }))
    if (!isFit(declared))
      throw invalid(path, 'wrong-type', phrase('{{path}}: {{name}} {{refusal}}', { path, name, refusal }))
    if (names.indexOf(name) !== index)
      throw invalid(path, 'repeated', phrase('{{path}} has {{name}} twice', { path, name }))
    return { name, declared }
  })
}

/**
 * Checks a groups query; its rows are those before its search. Throws 403 for a closed collection, 400
 * listing what is wrong.
 */
export function parseUnsearched(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  asked: unknown,
): GroupsOptions {
  const today = todayOf(deps, actor)
  listableRows(declaration, actor, { today })
  const parsed = GroupsQuery.safeParse(asked ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const query = parsed.data
  const find = fieldFinder(declaration, actor)
  const by = parseNames(
    query.groupBy,
    'query.groupBy',
    find,
    ({ type }) => !ungroupable.includes(type),
    'cannot be grouped by',
  )
  if (by.length === 0 || by.length > maxGroupFields)
    throw invalid(
      'query.groupBy',
      'out-of-range',
      phrase('query.groupBy names 1 to {{mostGroupFields}} fields', { mostGroupFields: maxGroupFields }),
    )
  const sums = parseNames(
    query.sum ?? '',
    'query.sum',
    find,
    ({ type }) => summable.includes(type),
    'has no sum',
  )
  const sort = parseSort(query.sort ?? declaration.defaultSort, find)
  const needsLines = query.lines !== true && (query.open !== undefined || query.page !== undefined)
  if (needsLines)
    throw invalid(
      'query.lines',
      'required',
      'query.lines: open and page belong to the grouped page, asked for by lines: true',
    )
  const rows = narrowShown(
    scopedRows(declaration, actor, today, query.scope),
    parseFilter(query.filter, find, query.match),
  )
  return { rows, by, sums, sort, find, query }
}

/** The same groups of the rows that its search finds. */
export async function withSearch(deps: RecordDeps, wanted: GroupsOptions): Promise<GroupsOptions> {
  return { ...wanted, rows: await applySearch(deps, wanted.rows, wanted.query.searchToken) }
}

/** Checks a groups query and applies its search. Throws as `parseUnsearched` does. */
export async function parseGroupsQuery(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  asked: unknown,
): Promise<GroupsOptions> {
  return withSearch(deps, parseUnsearched(deps, actor, declaration, asked))
}
