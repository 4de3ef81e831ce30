import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  DistinctValues,
  GroupedPage,
  Groups,
  Metadata,
  allFields,
  collectionNames,
  collections,
  isVisibleField,
} from '@portal/contract'
import type { CollectionName, Field, ReferenceTarget, Role } from '@portal/contract'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { columnName } from '../sql/columns.ts'
import { grouped, holds, inOrder } from '../oracle/test-support/naive-oracle.ts'
import type { NaiveRow, NaiveWorld } from '../oracle/test-support/naive-oracle.ts'
import { sampleOrganization } from '../test-support/sample-records.ts'
import type { SampleOrganization } from '../test-support/sample-records.ts'

let portal: TestApp
let people: Record<Role, Person>
let own: SampleOrganization
/** A record of each kind that a client of `own`, or staff, may not see by reference. */
let outOfSight: { client: Record<ReferenceTarget, string>; team: Partial<Record<ReferenceTarget, string>> }

async function file(visibility: string): Promise<string> {
  const pid = portal.deps.ids.pid()
  await portal.deps.database.query(
    `insert into files (pid, name, size, mime_type, root, status, visibility, created_at, updated_at) values ($1, $1, 1, 'text/plain', 'restricted', 'uploading', $2, now(), now())`,
    [pid, visibility],
  )
  return pid
}

const columnOf = (collection: CollectionName, field: string) =>
  columnName(field, allFields(collections[collection])[field])

/** Copies a record with another value in one field, bypassing the rules that would refuse it. */
async function copyWith(
  collection: CollectionName,
  pid: string,
  field: string,
  value: string | null,
): Promise<void> {
  const { table, numberField } = collections[collection]
  const { ids, database } = portal.deps
  const copy = ids.pid()
  const numbers = numberField === null ? {} : { [columnName(numberField)]: copy }
  const once = table === 'rts' || table === 'payments' ? { cycle_no: Math.ceil(Math.random() * 1e9) } : {}
  const alone = table === 'contacts' ? { email: null } : {}
  const columns = await database.query(
    "select quote_ident(column_name) as name from information_schema.columns where table_name = $1 and column_name <> 'seq'",
    [table],
    z.object({ name: z.string() }),
  )
  const names = columns.map(({ name }) => name).join(', ')
  await database.query(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, (select to_jsonb(t) from ${table} t where pid = $1) || $2::jsonb)`,
    [pid, JSON.stringify({ pid: copy, ...numbers, ...once, ...alone, [columnOf(collection, field)]: value })],
  )
}

const ruledBy: Partial<Record<CollectionName, readonly string[]>> = {
  alerts: ['user', 'org'],
  notifications: ['recipientOrg'],
}

/**
 * References of a collection that may point to records the reader may not see: all except those its row rule
 * uses.
 */
function references(
  collection: CollectionName,
  role: 'client' | 'team',
): [string, Field & { to: ReferenceTarget }][] {
  return Object.entries(allFields(collections[collection])).flatMap(([name, declared]) => {
    const { to } = declared
    // Everybody reads the names of authorities.
    const isAsked =
      to !== undefined &&
      to !== 'authorities' &&
      isVisibleField(declared, { role }) &&
      !(ruledBy[collection] ?? ['org']).includes(name)
    return isAsked && (role === 'client' || to === 'permits') ? [[name, { ...declared, to }]] : []
  })
}

const scenes = (['client', 'team'] as const).flatMap((role) =>
  collectionNames
    .filter(
      (collection) =>
        collections[collection].access.read({ role, pid: 'x', org: 'x' }) !== 'closed' &&
        references(collection, role).length > 0,
    )
    .map((collection) => [role, collection] as const),
)

before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
  own = await sampleOrganization(portal, people.superadmin, 'own')
  const foreign = await sampleOrganization(portal, people.superadmin, 'foreign')
  people = { ...people, client: own.client }
  const draft = await portal.crud(foreign.client, {
    apiPath: 'permits',
    method: 'POST',
    body: { title: 'A draft', org: foreign.org, permitType: 'SIGN' },
  })
  assert.equal(draft.statusCode, 201, draft.body)
  outOfSight = {
    client: { ...foreign.pids, users: foreign.client.pid, files: await file('INTERNAL') },
    team: { permits: draft.json<{ pid: string }>().pid },
  }
  const inSight: Record<ReferenceTarget, string> = {
    ...own.pids,
    users: people.team.pid,
    files: await file('CLIENT'),
  }
  for (const [role, collection] of scenes) {
    for (const [field, { to }] of references(collection, role)) {
      for (const value of [inSight[to], outOfSight[role][to] ?? '', null])
        await copyWith(collection, own.pids[collection], field, value)
    }
  }
})
after(() => portal.close())

const Listed = z.looseObject({ pid: z.string() })
const Reference = z.object({ pid: z.string(), title: z.string() }).nullable()
const pidsOf = (rows: readonly { pid: string }[]) => rows.map(({ pid }) => pid)

async function ask(as: Person, apiPath: string, query: object): Promise<unknown> {
  const response = await portal.crud(as, { apiPath, method: 'GET', query })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function listed(
  as: Person,
  collection: CollectionName,
  query: object,
): Promise<z.infer<typeof Listed>[]> {
  const { responseField } = collections[collection]
  const result = z
    .looseObject({ metadata: Metadata })
    .parse(await ask(as, collection, { pageSize: 1_000, ...query }))
  const rows = z.array(Listed).parse(result[responseField])
  assert.equal(result.metadata.count, rows.length)
  return rows
}

for (const [role, collection] of scenes) {
  test(`a reference hidden from ${role} in ${collection} counts as empty in every kind of query (domain.md 5)`, async () => {
    const as = people[role]
    const { table } = collections[collection]
    const rows = await listed(as, collection, {})
    for (const [field, { to }] of references(collection, role)) {
      const stored = await portal.deps.database.query(
        `select pid, seq, "${columnOf(collection, field)}" as value from ${table}`,
        [],
        z.object({ pid: z.string(), seq: z.number(), value: z.string().nullable() }),
      )
      const byPid = new Map(stored.map((each) => [each.pid, each]))
      const titles = new Map<string, string>()
      const shown = rows.map((row): NaiveRow => {
        const reference = Reference.parse(row[field])
        if (reference !== null) titles.set(reference.pid, reference.title)
        return {
          pid: row.pid,
          seq: byPid.get(row.pid)?.seq ?? 0,
          isDeleted: false,
          values: { [field]: reference?.pid ?? null },
        }
      })
      const world: NaiveWorld = { types: { [field]: 'ref' }, titles, orgs: new Set(), today: '2026-11-20' }
      const hidden = outOfSight[role][to] ?? ''
      const seen = [...titles.keys()][0] ?? ''
      const concerned = shown.filter(
        ({ pid, values }) => byPid.get(pid)?.value === hidden && values[field] === null,
      )
      assert.ok(concerned.length > 0 && seen !== '', `${field} is seen and hidden in some row`)

      const conditions = [
        hidden,
        seen,
        null,
        { ne: hidden },
        { ne: seen },
        { ne: null },
        { isEmpty: true },
        { isNotEmpty: true },
      ]
      const lists = [[hidden], [hidden, null], [hidden, seen]].flatMap((each) => [
        { in: each },
        { nin: each },
      ])
      for (const condition of [...conditions, ...lists]) {
        const filter = { [field]: condition }
        const expected = inOrder(
          shown.filter((row) => holds(row, filter, 'all', world)),
          field,
          world,
        )
        const what = `${field} ${JSON.stringify(condition)}`
        assert.deepEqual(
          pidsOf(await listed(as, collection, { filter, sort: field })),
          pidsOf(expected),
          what,
        )
        const total = await ask(as, 'count', {
          collection,
          aggregate: [{ match: filter }, { count: 'total' }],
        })
        assert.deepEqual(total, { total: expected.length }, what)
      }

      assert.deepEqual(
        pidsOf(await listed(as, collection, { sort: `-${field}` })),
        pidsOf(inOrder(shown, `-${field}`, world)),
      )
      const counts = new Map(
        [...grouped(shown, [field])].map(([key, group]) => [
          z.tuple([z.string().nullable()]).parse(JSON.parse(key))[0],
          group.length,
        ]),
      )
      const { groups } = Groups.parse(await ask(as, `${collection}/groups`, { groupBy: field }))
      assert.deepEqual(
        new Map(groups.map(({ key, count }) => [Reference.parse(key[field])?.pid ?? null, count])),
        counts,
      )
      const { values } = DistinctValues.parse(
        await ask(as, `${collection}/fields/${field}`, { limit: 1_000 }),
      )
      assert.deepEqual(
        new Map(values.map(({ value, count }) => [Reference.parse(value)?.pid ?? null, count])),
        counts,
      )
      const page = GroupedPage.parse(
        await ask(as, `${collection}/groups`, { groupBy: field, lines: true, open: [[hidden]] }),
      )
      assert.equal(
        page.lines.some((line) => line.kind === 'record'),
        false,
      )
      const url = `/api/export/${collection}`
      const query = {
        format: 'csv',
        fields: 'pid',
        sort: field,
        filter: JSON.stringify({ [field]: { isEmpty: true } }),
      }
      const { body } = await portal.send({ method: 'GET', url, query }, as)
      const empty = inOrder(
        shown.filter(({ values: each }) => each[field] === null),
        field,
        world,
      )
      assert.deepEqual(z.array(z.array(z.string())).parse(parse(body)), [
        ['pid'],
        ...empty.map(({ pid }) => [pid]),
      ])
    }
  })
}
