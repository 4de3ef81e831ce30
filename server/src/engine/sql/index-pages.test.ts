import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

test('pages of what hardly changes are fuller: all indexes of processed permits, and those of texts', async () => {
  const { rows } = await sql<{ name: string; options: string | null }>`
    select relname as name, array_to_string(reloptions, ' ') as options from pg_class c join pg_index i on i.indexrelid = c.oid
    where i.indrelid = 'permits'::regclass and (relname like 'permits\\_processed\\_%' or relname like 'permits\\_by\\_%\\_folded')
    order by 1`.execute(portal.deps.database.kysely)
  const share = ({ name }: { name: string }) => (name.startsWith('permits_processed_') ? 97 : 95)
  assert.ok(rows.length > 20)
  assert.deepEqual(
    rows.filter((row) => row.options !== `fillfactor=${share(row)}`),
    [],
  )
})

test('a change of a permit writes its indexes anyway, so the table keeps no space for others', async () => {
  const { kysely } = portal.deps.database
  const { rows } = await sql<{ options: unknown; indexes: string[] }>`
    select (select reloptions from pg_class where oid = 'permits'::regclass) as options,
      array(select indexname::text from pg_indexes where tablename = 'permits' and indexdef like '%(updated_at, seq)%' order by 1) as indexes`.execute(
    kysely,
  )
  assert.deepEqual(rows, [
    { options: null, indexes: ['permits_processed_by_updated_at', 'permits_processing_by_updated_at'] },
  ])
})

test('equal approvals share an entry, and a period is counted from the index alone', async () => {
  const { kysely } = portal.deps.database
  await sql`insert into permits (pid, ref_no, title, status, bucket, org, authority_pid, cycle_no, approved_date)
    select 'A' || n, 'PM-' || n, 'Permit ' || n, 'ISSUED', 'processed', 'O1', 'AUTHORITY', 1, date '2026-01-01' + n % 3
    from generate_series(1, 5000) n`.execute(kysely)
  await sql`reindex index permits_approved_by_authority`.execute(kysely)
  const { rows: sizes } = await sql<{ bytes: number }>`
    select pg_relation_size('permits_approved_by_authority')::int as bytes`.execute(kysely)
  // An entry of its own for each approval would take 48 bytes.
  assert.ok(Number(sizes[0]?.bytes) < 5_000 * 20, String(sizes[0]?.bytes))
  const plan = await kysely.transaction().execute(async (trx) => {
    for (const name of ['enable_seqscan', 'enable_bitmapscan'])
      await sql`set local ${sql.raw(name)} = off`.execute(trx)
    const { rows } = await sql<
      Record<string, string>
    >`explain select t.authority_pid, count(*), count(*) filter (where t.cycle_no = 1)
      from permits t where t.deleted_at is null and t.status <> 'DRAFT' and t.approved_date >= '2026-01-02' group by 1`.execute(
      trx,
    )
    return rows.flatMap((row) => Object.values(row)).join('\n')
  })
  assert.match(plan, /Index Only Scan using permits_approved_by_authority/)
})
