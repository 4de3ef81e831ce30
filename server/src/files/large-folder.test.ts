import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { zipUrl } from '@portal/contract'
import type { Role } from '@portal/contract'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { openPglite } from '#platform/database/pglite-database.ts'
import type { Person } from '#test-support/given.ts'
import { noteStatements } from '#test-support/note-statements.ts'
import { migratedSnapshot } from '#test-support/snapshot.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { givenFile } from './test-support/given-files.ts'

let statements = 0
/** Background queries of the server, such as storing sessions or writing traces, are not counted. */
const note = (text: string) =>
  (statements += /\b(files|history)\b/.test(text) && !text.includes('insert into audit') ? 1 : 0)

/** The same database, counting its queries about files. */
function counted(database: Database): Database {
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      note(JSON.stringify(node))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  noteStatements(database, note)
  return Object.assign(database, { kysely: database.kysely.withPlugin(counting) })
}

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp({
    deps: { database: counted(await openPglite({ folder: null, snapshot: await migratedSnapshot() })) },
  })
  people = await portal.given.everyRole()
  // The first call reads the configuration, which is cached.
  await asks('GET', '/api/aws/listFiles?parentId=team')
})
after(() => portal.close())

/** Creates a folder with that many one-byte files and one unfinished upload. */
async function folderOf(count: number, root = 'restricted'): Promise<string> {
  const folder = await givenFile(portal.deps, { root })
  const first = await givenFile(portal.deps, {
    root,
    parent: folder,
    name: 'File 1.pdf',
    bytes: Buffer.from('x'),
  })
  await givenFile(portal.deps, { root, parent: folder, status: 'uploading', bytes: Buffer.from('x') })
  await sql`insert into files (pid, root, parent_pid, name, mime_type, size, status, visibility, store_key, sha256, created_at, updated_at)
    select left(f.pid, 18) || lpad(to_hex(n), 8, '0'), f.root, f.parent_pid, 'File ' || n || '.pdf', f.mime_type, f.size, f.status, f.visibility,
      f.store_key, f.sha256, f.created_at, f.updated_at
    from files f, generate_series(2, ${count}::int) n where f.pid = ${first}`.execute(
    portal.deps.database.kysely,
  )
  return folder
}

/** Number of queries of one call by an administrator. */
async function asks(
  method: 'GET' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
): Promise<{ statements: number; bytes: Buffer }> {
  statements = 0
  const payload =
    body === undefined
      ? {}
      : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const response = await portal.send({ method, url, ...payload }, people.admin)
  assert.equal(response.statusCode, 200, response.body.slice(0, 300))
  return { statements, bytes: response.rawPayload }
}

const calls: Readonly<Record<string, (folder: string) => ReturnType<typeof asks>>> = {
  'listed whole': (folder) => asks('GET', `/api/aws/listFiles?parentId=${folder}`),
  'listed by the page': (folder) => asks('GET', `/api/aws/listFiles?parentId=${folder}&page=2&pageSize=5`),
  zipped: (folder) => asks('GET', zipUrl([folder])),
  'moved to another root': (folder) => asks('PATCH', `/api/files/${folder}`, { parentId: 'team' }),
  deleted: (folder) => asks('DELETE', `/api/aws/deleteFile?fileId=${folder}`),
}

test('a large folder is listed, zipped, moved and deleted with as many queries as a small one', async (t) => {
  const [small, large] = [await folderOf(8), await folderOf(800)]
  for (const [name, call] of Object.entries(calls)) {
    const [few, many] = [await call(small), await call(large)]
    assert.equal(many.statements, few.statements, name)
    t.diagnostic(`${name}: ${many.statements} statements`)
  }
})

test('a large selection is zipped with as many queries as a small one, and each restricted file is recorded once', async () => {
  const pids: string[] = []
  for (let n = 0; n < 60; n += 1)
    pids.push(
      await givenFile(portal.deps, { root: 'restricted', name: `Plan ${n}.pdf`, bytes: Buffer.from('x') }),
    )
  const few = await asks('GET', zipUrl(pids.slice(0, 2)))
  const many = await asks('GET', zipUrl(pids))
  assert.equal(many.statements, few.statements)
  assert.equal(Object.keys(unzipSync(many.bytes)).length, 60)
  const { rows } = await sql<{
    pid: string
    n: number
  }>`select pid, count(*)::int as n from history where action = 'download'
    and pid = any(${pids}::text[]) group by pid`.execute(portal.deps.database.kysely)
  assert.deepEqual(
    new Map(rows.map(({ pid, n }) => [pid, n])),
    new Map(pids.map((pid, at) => [pid, at < 2 ? 2 : 1])),
  )
})

test('a thousand files that would get the same name in a zip get different names', async () => {
  const folder = await givenFile(portal.deps, { root: 'team' })
  const first = await givenFile(portal.deps, {
    root: 'team',
    parent: folder,
    name: 'first',
    bytes: Buffer.from('x'),
  })
  await sql`insert into files (pid, root, parent_pid, name, mime_type, size, status, visibility, store_key, sha256, created_at, updated_at)
    select left(f.pid, 18) || 'T' || lpad(to_hex(n), 7, '0'), f.root, f.parent_pid, replace(replace(n::bit(10)::text, '0', ':'), '1', '_'), f.mime_type, f.size, f.status,
      f.visibility, f.store_key, f.sha256, f.created_at, f.updated_at
    from files f, generate_series(0, 1023) n where f.pid = ${first}`.execute(portal.deps.database.kysely)
  const { bytes } = await asks('GET', zipUrl([folder]))
  assert.equal(Object.keys(unzipSync(bytes)).length, 1_026)
})
