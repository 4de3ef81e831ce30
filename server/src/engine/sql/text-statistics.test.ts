import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collections, fieldFinder, parseFilter, tables } from '@portal/contract'
import type { Filter, TableName } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { listableRows } from '../query/visibility.ts'
import { declaredIndexes, tableDeclaration } from './columns.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)

test('every text that an index orders has statistics in that form', async () => {
  const text = 'select pg_get_statisticsobjdef(oid) as made from pg_statistic_ext'
  const found = await portal.deps.database.query(text, [], z.object({ made: z.string() }))
  const declared = Object.keys(tables)
    .filter(isTable)
    .flatMap((table) => declaredIndexes(tableDeclaration(table)).map(({ columns }) => ({ table, columns })))
    .flatMap(({ table, columns }) =>
      columns
        .flatMap((column) => /^text_order\((.*)\) /.exec(column)?.[1] ?? [])
        .map(
          (column) =>
            `CREATE STATISTICS public.${table}_${column}_folded (dependencies)` +
            ` ON ${column}, text_order(${column}) FROM ${table}`,
        ),
    )
  assert.deepEqual(found.map(({ made }) => made).toSorted(), declared.toSorted())
})

test('no migration tells the planner that the tables of a new portal stay empty', async () => {
  const text = 'select relname from pg_class where oid = any ($1::text[]::regclass[]) and reltuples = 0'
  assert.deepEqual(await portal.deps.database.query(text, [Object.keys(tables)]), [])
})

const Plan = z
  .array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })) }))
  .min(1)

test('the planner knows how common a city is, also beside another field', async () => {
  const { kysely } = portal.deps.database
  const org = await portal.given.org()
  await sql`insert into permits (pid, ref_no, title, status, bucket, pipeline_stage, court, permit_type,
      origin, org, city, priority)
    select 'P' || n, 'PM-' || n, 'Permit ' || n, 'NEW', 'processing', 'INTAKE', 'OURS', 'SIGN', 'STAFF', ${org},
      case when n % 10 = 0 then 'Buda' else 'Austin' end, case when n % 4 = 0 then 'HIGH' else 'LOW' end
    from generate_series(1, 4000) n`.execute(kysely)
  await sql`analyze permits`.execute(kysely)
  const staff = { pid: 'nobody', role: 'admin', org: null } as const
  const expected = async (filter: Filter) => {
    const rows = listableRows(collections.permits, staff, { today: '2026-11-20' }).narrow(
      parseFilter(filter, fieldFinder(collections.permits, staff)),
    )
    const { rows: plans } = await sql`explain (format json) select 1 ${rows.from()}`.execute(kysely)
    return Plan.parse(plans)[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
  }
  const within = (found: number, rows: number) =>
    assert.ok(found > rows / 1.5 && found < rows * 1.5, `${found}, not ${rows}`)
  within(await expected({ city: 'Austin' }), 3_600)
  within(await expected({ city: 'Buda' }), 400)
  within(await expected({ city: 'Austin', priority: 'HIGH' }), 900)
})
