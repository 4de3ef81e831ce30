import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collections, fieldFinder, parseFilter } from '@portal/contract'
import type { Filter } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { listableRows } from '../query/visibility.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

const Plan = z
  .array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })) }))
  .min(1)

test('the planner knows how common a city is, also beside another field', async () => {
  const { kysely } = portal.deps.database
  const org = await portal.given.org()
  await sql`insert into permits (pid, ref_no, title, status, bucket, pipeline_stage, court, permit_type,
      origin, org, city, priority)
    select 'P' || n, 'PM-' || n, 'Permit ' || n, 'NEW', 'processing', 'INTAKE', 'OURS', 'SIGN',
      'STAFF', ${org}, case when n % 10 = 0 then 'Buda' else 'Austin' end,
      case when n % 4 = 0 then 'HIGH' else 'LOW' end
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
