import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { openTestDatabase } from '#test-support/open-test-database.ts'
import type { Database } from './database.ts'
import { up as addEnd } from './migrations/0710-events-kept-until.ts'
import { up as checkEnds } from './migrations/0711-check-of-kept-rows.ts'
import { up as divide } from './migrations/0712-months-of-events.ts'
import type { Tables } from './tables.ts'

let database: Database
before(async () => {
  database = await openTestDatabase(pino({ level: 'silent' }))
})
after(() => database.close())

/** The history as release 0.1.0 has it, with a trigger in place of the one that copies rows to the audit. */
const released = [
  'create schema released',
  'set search_path to released',
  `create table history (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    collection text not null,
    pid text not null,
    action text not null,
    version int not null,
    actor text,
    changes jsonb not null default '[]',
    job text,
    xid bigint default (pg_current_xact_id()::text)::bigint
  )`,
  'create index history_of_record on history (pid, id desc)',
  'create index history_xid on history (xid) where xid is not null',
  'create table noted (pid text)',
  `create function note() returns trigger language plpgsql as $$ begin insert into noted values (new.pid); return null; end $$`,
  `create trigger note after insert on history for each row when (new.collection = 'config') execute function note()`,
]

/** The statement by which servers of release 0.1.0 write history entries. */
const write = (kysely: Kysely<Tables>, collection: string, pid: string) =>
  sql`insert into history (at, collection, pid, action, version, actor, changes)
    select now(), ${collection}, ${pid}, 'update', 1, null, '[]'::jsonb`.execute(kysely)

async function read(kysely: Kysely<Tables>): Promise<unknown[]> {
  const { rows } = await sql`select id, at, collection, pid, action, version, actor, changes, job, xid
    from history order by id`.execute(kysely)
  return rows
}

test('an upgrade keeps every row of the history, and servers of the last release go on with it', () =>
  database.kysely.connection().execute(async (kysely) => {
    for (const statement of released) await sql.raw(statement).execute(kysely)
    for (const collection of ['permits', 'mail', 'job', 'config']) await write(kysely, collection, 'old')
    const before = await read(kysely)
    assert.equal(before.length, 4)
    await addEnd(kysely)
    await write(kysely, 'permits', 'while it migrates')
    await checkEnds(kysely)
    await kysely.transaction().execute((trx) => divide(trx))
    assert.deepEqual((await read(kysely)).slice(0, 4), before)
    for (const collection of ['permits', 'mail', 'config']) await write(kysely, collection, 'new')
    const { rows } = await sql<{ kept: number; ids: number[]; noted: number }>`select
      (select count(*) from record_history) as kept, (select array_agg(id order by id) from history) as ids,
      (select count(*) from noted) as noted`.execute(kysely)
    assert.equal(rows[0]?.kept, 8, 'what has no end is kept for good')
    assert.equal(new Set(rows[0]?.ids).size, 8, 'each row has a number of its own')
    assert.equal(rows[0]?.noted, 2, 'a trigger runs once for each row')
    await sql`update history set xid = null where xid >= 1`.execute(kysely)
    await sql`delete from history h using (select 'old' as id) j where h.pid = j.id and h.collection = 'job'`.execute(
      kysely,
    )
    assert.equal((await read(kysely)).length, 7)
    await sql`reset search_path`.execute(kysely)
  }))
