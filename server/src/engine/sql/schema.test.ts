import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tables } from '@portal/contract'
import type { TableName } from '@portal/contract'
import { z } from 'zod'
import { openPglite } from '#platform/database/pglite-database.ts'
import type { Database } from '#platform/database/database.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { migratedSnapshot } from '#test-support/snapshot.ts'
import { moduleOf } from '../modules/collection-module.ts'
import { placedFields, standingFields } from '../search/postings/posting-words.ts'
import { projectionsOf } from '../query/visibility.ts'
import {
  columnName,
  columnTypes,
  declaredIndexes,
  isNeverNull,
  quotedColumn,
  storedFields,
  tableDeclaration,
  totalsOf,
  valueTotalsOf,
} from './columns.ts'

let database: Database
before(async () => {
  installPortalCollections()
  database = await openPglite({ folder: null, snapshot: await migratedSnapshot() })
})
after(() => database.close())

const typeNames: Readonly<Record<string, string>> = {
  timestamptz: 'timestamp with time zone',
  'text[]': 'ARRAY',
}
const common = [
  'seq',
  'pid',
  'version',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'deleted_at',
  'deleted_by',
  'custom',
]
const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)

for (const table of Object.keys(tables).filter(isTable)) {
  const declaration = tableDeclaration(table)
  /** Columns that only servers of the last release use. */
  const former = storedFields(declaration).flatMap(([name, { column }]) =>
    column === undefined ? [] : [columnName(name)],
  )

  test(`table ${table} has exactly the columns of its declaration, with the right types`, async () => {
    const rows = await database.query(
      'select column_name, data_type, is_nullable from information_schema.columns where table_name = $1 order by ordinal_position',
      [table],
      z.object({ column_name: z.string(), data_type: z.string(), is_nullable: z.string() }),
    )
    const own = rows.filter((row) => !common.includes(row.column_name) && !former.includes(row.column_name))
    const declared = storedFields(declaration).map(
      ([name, field]) =>
        `${columnName(name, field)} ${typeNames[columnTypes[field.type]] ?? columnTypes[field.type]}`,
    )
    assert.deepEqual(own.map((row) => `${row.column_name} ${row.data_type}`).toSorted(), declared.toSorted())
    assert.deepEqual(
      rows
        .slice(0, common.length)
        .map((row) => row.column_name)
        .toSorted(),
      common.toSorted(),
    )
    const mayBeEmpty = new Set(rows.filter((row) => row.is_nullable === 'YES').map((row) => row.column_name))
    for (const [name] of storedFields(declaration)) {
      if (name !== declaration.numberField && isNeverNull(declaration, name))
        assert.ok(!mayBeEmpty.has(columnName(name)), `${name} is never null`)
    }
  })

  test(`table ${table} has an index for every indexed field and a unique index for every unique field`, async () => {
    const rows = await database.query(
      'select indexdef from pg_indexes where tablename = $1',
      [table],
      z.object({ indexdef: z.string() }),
    )
    const definitions = rows.map((row) => row.indexdef.replace(/ WITH \(fillfactor='\d+'\)/, ''))
    for (const index of projectionsOf(declaration).flatMap((each) => declaredIndexes(each))) {
      const include = index.include === undefined ? '' : ` INCLUDE (${index.include.join(', ')})`
      const wanted = `USING btree (${index.columns.join(', ')})${include} WHERE ${index.where ?? ''}`
      assert.ok(
        definitions.some((definition) => definition.endsWith(wanted)),
        `${wanted}\n${definitions.join('\n')}`,
      )
    }
    for (const [name, declared] of storedFields(declaration)) {
      if (declared.unique !== true) continue
      const column = declared.type === 'email' ? `lower(${columnName(name)})` : columnName(name)
      assert.ok(
        definitions.some(
          (definition) => definition.startsWith('CREATE UNIQUE') && definition.includes(`(${column})`),
        ),
        `${name} is unique`,
      )
    }
  })

  test(`table ${table} has statistics for the folded form of every indexed text`, async () => {
    const rows = await database.query(
      `select stxname as name, pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext
        where stxrelid = $1::regclass`,
      [table],
      z.object({ name: z.string(), definition: z.string() }),
    )
    const texts = declaredIndexes(declaration).flatMap(({ columns }) =>
      columns.flatMap((column) => /^text_order\((.*)\) /.exec(column)?.[1] ?? []),
    )
    assert.deepEqual(
      rows.map(({ name }) => name).toSorted(),
      texts.map((column) => `${table}_${column}_folded`).toSorted(),
    )
    for (const column of texts)
      assert.ok(
        rows.some(({ definition }) =>
          definition.endsWith(` (dependencies) ON ${column}, text_order(${column}) FROM ${table}`),
        ),
        column,
      )
  })

  test(`no migration analyzes table ${table} while it is empty`, async () => {
    const text = 'select reltuples as rows from pg_class where oid = $1::regclass'
    const [found] = await database.query(text, [table], z.object({ rows: z.number() }))
    assert.notEqual(found?.rows, 0)
  })

  test(`table ${table} has a search text with a trigram index and a vocabulary, and totals by its counted fields`, async () => {
    const [trigrams] = await database.query(
      `select indexdef from pg_indexes where tablename = $1 and indexdef like '%gin_trgm_ops%'`,
      [`${table}_text`],
      z.object({ indexdef: z.string() }),
    )
    assert.match(trigrams?.indexdef ?? '', /USING gin \(t /)
    const keepers = await database.query(
      `select string_agg(event_manipulation, ' ' order by event_manipulation) as events from information_schema.triggers
       where event_object_table = $1 and action_statement like '%note_search_words(''' || $2 || ''')'`,
      [`${table}_text`, table],
      z.object({ events: z.string() }),
    )
    assert.deepEqual(keepers, [{ events: 'INSERT UPDATE' }], 'every write keeps the vocabulary')
    for (const totals of totalsOf(table)) {
      const columns = await database.query(
        'select column_name from information_schema.columns where table_name = $1 order by ordinal_position',
        [totals.table],
        z.object({ column_name: z.string() }),
      )
      assert.deepEqual(
        columns.map((row) => row.column_name),
        [...totals.fields.map((name) => columnName(name)), 'n'],
      )
      const grouped = totals.fields.map((name) => quotedColumn(name)).join(', ')
      assert.deepEqual(
        await database.query(
          `select ${grouped}, sum(n)::int as n from ${totals.table} group by ${grouped} order by ${grouped}`,
          [],
        ),
        await database.query(
          `select ${grouped}, count(*)::int as n from ${table} group by ${grouped} order by ${grouped}`,
          [],
        ),
      )
    }
  })

  test(`the triggers of table ${table} note changes of what its posting lists are about`, async () => {
    const found = await database.query(
      `select event_manipulation as event, action_statement as statement, coalesce(action_condition, '') as condition
       from information_schema.triggers where event_object_table = $1 and action_statement like '%note_unindexed(%'`,
      [table],
      z.object({ event: z.string(), statement: z.string(), condition: z.string() }),
    )
    if (moduleOf(table).searchText?.postings === undefined) return assert.deepEqual(found, [])
    assert.deepEqual(found.map(({ event }) => event).toSorted(), ['DELETE', 'UPDATE'])
    assert.ok(found.every(({ statement }) => statement.includes(`note_unindexed('${table}')`)))
    const condition = found.find(({ event }) => event === 'UPDATE')?.condition ?? ''
    for (const name of [...standingFields(declaration), ...placedFields(declaration)])
      assert.match(condition, new RegExp(`old\\.${columnName(name)}\\b`))
    assert.match(condition, /old\.deleted_at/)
  })

  test(`the triggers of table ${table} count the values of its coded fields`, async () => {
    const declared = (valueTotalsOf(table)?.values ?? [])
      .map(([name, field]) => columnName(name, field))
      .toSorted()
    for (const event of ['insert', 'update', 'delete']) {
      const [row] = await database.query(
        'select pg_get_functiondef($1::text::regproc) as body',
        [`count_${table}_${event}`],
        z.object({ body: z.string() }),
      )
      const counted = [...(row?.body ?? '').matchAll(/\('(\w+)', c\.\w+::text\)/g)].map((found) =>
        String(found[1]),
      )
      const current = counted.filter((column) => !former.includes(column))
      assert.deepEqual(current.toSorted(), declared, event)
    }
  })
}

test('the compound indexes of the domain exist', async () => {
  const rows = await database.query(
    'select indexname from pg_indexes',
    [],
    z.object({ indexname: z.string() }),
  )
  const names = new Set(rows.map((row) => row.indexname))
  const compound = [
    'permits_by_org_and_status',
    'permits_processing_by_stage_and_assignee',
    'permits_by_assignee_status_and_due',
    'permits_issued_by_expiry',
    'permits_approved_by_authority',
    'alerts_of_user',
    'payments_one_fee',
    'rts_one_per_cycle',
  ]
  assert.deepEqual(
    compound.filter((name) => !names.has(name)),
    [],
  )
})
