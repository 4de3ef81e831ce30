import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { tables } from '@portal/contract'
import type { TableName } from '@portal/contract'
import { sql } from 'kysely'
import { assertValueTotals } from '#engine/oracle/test-support/value-totals.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Deps } from '../deps.ts'
import { readSample } from './austin-rows.ts'
import type { AustinRow } from './austin-rows.ts'
import { seedFirstStart } from './first-start.ts'
import { growPermits } from './grow-permits.ts'

/** Every tenth row: enough for all cases, and fast enough for a test. */
const someRows = async (): Promise<AustinRow[]> => (await readSample()).filter((_, index) => index % 10 === 0)
const counted = [
  'permits',
  'orgs',
  'users',
  'payments',
  'tasks',
  'rts',
  'notifications',
  'alerts',
  'notes',
  'history',
  'files',
  'mail_messages',
] as const

async function rows<Row>(deps: Deps, text: string): Promise<Row[]> {
  return (await sql.raw<Row>(text).execute(deps.database.kysely)).rows
}
async function count(deps: Deps, from: string): Promise<number> {
  return (await rows<{ n: number }>(deps, `select count(*) as n from ${from}`))[0]?.n ?? -1
}
async function counts(deps: Deps): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const table of counted) found[table] = await count(deps, table)
  return found
}

const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)

let portal: TestApp
const lines: string[] = []
before(async () => {
  portal = await startTestApp({ environment: { seedDate: '2026-03-31' } })
})
after(() => portal.close())

test('a start that is killed while it seeds leaves nothing, and the next one starts over', async () => {
  const { deps } = portal
  // Migrations write the history of the records they create.
  const migrated = await count(deps, 'history')
  const clock = {
    now: () => {
      throw new Error('killed')
    },
  }
  await assert.rejects(
    seedFirstStart({ ...deps, clock }, () => undefined, { read: someRows }),
    /killed/,
  )
  for (const table of ['permits', 'orgs', 'users', 'number_sequences', 'seed_steps'])
    assert.equal(await count(deps, table), 0, table)
  assert.equal(await count(deps, 'history'), migrated)
})

test('a start that is stopped while it seeds leaves nothing, and the next one starts over', async () => {
  const { deps } = portal
  const stopping = new AbortController()
  const read = async () => {
    stopping.abort()
    return someRows()
  }
  await assert.rejects(
    seedFirstStart(deps, () => undefined, { read, signal: stopping.signal }),
    { name: 'AbortError' },
  )
  for (const table of ['permits', 'orgs', 'users', 'seed_steps'])
    assert.equal(await count(deps, table), 0, table)
})

test('a start that is killed after the records were written is finished by the next one, without duplicates', async () => {
  const { deps } = portal
  const store = new Proxy(deps.store, {
    get: (_, name) => {
      throw new Error(`killed at ${String(name)}`)
    },
  })
  await assert.rejects(
    seedFirstStart({ ...deps, store }, (line) => lines.push(line), { read: someRows }),
    /killed/,
  )
  const before = await counts(deps)
  assert.ok((before['permits'] ?? 0) > 200)
  await seedFirstStart(deps, (line) => lines.push(line), { read: someRows })
  const done = await counts(deps)
  assert.deepEqual({ ...done, files: 0, mail_messages: 0 }, { ...before, files: 0, mail_messages: 0 })
  assert.ok((done['files'] ?? 0) > 0 && (done['mail_messages'] ?? 0) > 0)
  await seedFirstStart(deps, (line) => lines.push(line), { read: someRows })
  assert.deepEqual(await counts(deps), done)
})

test('the import is summarized in one line, and every skipped row is stored with its reason', async () => {
  const { deps } = portal
  assert.equal(lines.filter((line) => /^Imported \d+ permits and \d+ organizations/.test(line)).length, 1)
  const report: unknown = JSON.parse(
    await readFile(join(deps.environment.dataDir, 'import-report.json'), 'utf8'),
  )
  assert.ok(
    typeof report === 'object' &&
      report !== null &&
      'skipped' in report &&
      'permits' in report &&
      Array.isArray(report.skipped),
  )
  assert.equal(await count(deps, `permits where origin = 'IMPORT'`), report.permits)
})

test('SEED_DATE sets the day of the seed', async () => {
  const [row] = await rows<{ latest: string; made: Date }>(
    portal.deps,
    'select max(issued_date) as latest, max(created_at) as made from permits',
  )
  assert.ok(row && row.latest <= '2026-03-31' && row.latest >= '2026-03-15', row?.latest)
  assert.ok(row.made <= new Date('2026-03-31T00:00:00Z'))
})

test('the latest issued permits have a permit document, visible to the client and part of no package', async () => {
  const { deps } = portal
  const documents = `files f join permits p on f.root = 'permits/' || p.pid and f.name = 'Permit ' || p.authority_number || '.pdf' and f.parent_pid is null`
  const n = await count(deps, documents)
  assert.ok(n > 0 && n <= 20, String(n))
  const opened = `${documents} where f.visibility = 'CLIENT' and f.mime_type = 'application/pdf' and f.size > 500 and p.status = 'ISSUED'`
  assert.equal(await count(deps, opened), n)
  const latest = `select pid from permits where status = 'ISSUED' order by status_changed_at desc limit 1`
  assert.equal(await count(deps, `${documents} where p.pid = (${latest})`), 1)
  assert.equal(await count(deps, `${documents} join rts r on f.pid = any(r.frozen_files)`), 0)
})

test('totals, search texts and number sequences match the records', async () => {
  const { deps } = portal
  for (const table of Object.keys(tables).filter(isTable)) {
    await assertValueTotals(deps.database, table)
    const [totals] = await rows<{ n: string | number }>(deps, `select sum(n) as n from ${table}_counts`)
    assert.equal(Number(totals?.n), await count(deps, table), table)
    assert.equal(await count(deps, `${table}_text`), await count(deps, table), table)
  }
  const wrong = `number_sequences s where last <> (select max(right(ref_no, 6)::int) from permits where ref_no like 'PM-' || s.year || '-%') and prefix = 'PM'`
  assert.equal(await count(deps, wrong), 0)
})

test('each demo account signs in', async () => {
  for (const role of ['superadmin', 'admin', 'team', 'client']) {
    const response = await portal.send({
      method: 'POST',
      url: '/api/auth/demo',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ role }),
    })
    assert.equal(response.statusCode, 204, role)
  }
})

test('permits grow to the requested number and stay consistent; repeating it changes nothing', async () => {
  const { deps } = portal
  const had = await count(deps, 'permits')
  const written: string[] = []
  const screen = { write: (text: string) => written.push(text) }
  assert.equal(await growPermits(deps, had + 700, screen, 150), 700)
  assert.equal(await growPermits(deps, had + 700, screen), 0)
  assert.equal(await count(deps, 'permits'), had + 700)
  await sql`create temporary table fresh_counts as select * from permits_counts`.execute(deps.database.kysely)
  assert.equal(
    await count(deps, `pg_relation_size('permits_counts') s where s > pg_relation_size('fresh_counts')`),
    0,
    'the totals keep no space of the differences',
  )
  assert.match(written.join(''), /Permits: 700 of 700 \(100 %\)\n$/)
  assert.equal(await count(deps, `permits where pid !~ '^[0-9A-HJKMNP-TV-Z]{26}$'`), 0)
  assert.equal(await count(deps, 'permits p where not exists (select 1 from orgs o where o.pid = p.org)'), 0)
  assert.equal(
    await count(deps, 'permits p where not exists (select 1 from permits_text t where t.seq = p.seq)'),
    0,
  )
  assert.equal(
    await count(
      deps,
      '(select org, authority_number from permits where authority_number is not null group by 1, 2 having count(*) > 1) twice',
    ),
    0,
  )
  assert.equal(
    await count(
      deps,
      `(select distinct left(w.word, 64) as word from permits_text n, string_to_table(n.t, ' ') w(word)
        where length(w.word) >= 3 and left(w.word, 3) !~ '[0-9]') u
       where not exists (select 1 from search_words s where s.record_table = 'permits' and s.word = u.word)`,
    ),
    0,
    'the vocabulary has every word, though only the first copies were read for it',
  )
  assert.equal(
    await count(
      deps,
      `permits p where p.authority is not null
       and not exists (select 1 from authority_codes c where c.code = p.authority and c.pid = p.authority_pid)`,
    ),
    0,
  )
  assert.equal(
    await count(
      deps,
      `pg_trigger where tgrelid in ('permits'::regclass, 'permits_text'::regclass) and tgenabled <> 'O'`,
    ),
    0,
    'the triggers are on again',
  )
  const [totals] = await rows<{ n: string | number }>(deps, 'select sum(n) as n from permits_counts')
  assert.equal(Number(totals?.n), had + 700)
  await assertValueTotals(deps.database, 'permits')
  const [last] = await rows<{ pid: string; created_at: Date }>(
    deps,
    'select pid, created_at from permits order by seq desc limit 1',
  )
  const older = await count(
    deps,
    `permits where pid < '${last?.pid}' and created_at > '${last?.created_at.toISOString()}'`,
  )
  assert.equal(older, 0, 'pids sort by time')
})

for (const [what, make] of [
  ['a person', (given: TestApp['given']) => given.user({ role: 'superadmin' })],
  ['an organization', (given: TestApp['given']) => given.org()],
] as const) {
  test(`S-02: nothing is seeded if there already is ${what}`, async () => {
    const used = await startTestApp()
    try {
      await make(used.given)
      const before = await counts(used.deps)
      await seedFirstStart(used.deps, () => undefined, { read: someRows })
      assert.deepEqual(await counts(used.deps), before)
    } finally {
      await used.close()
    }
  })
}
