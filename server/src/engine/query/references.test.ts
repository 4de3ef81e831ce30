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
/**
 * By role, the pid of a record of each referenced kind that the reader may not see. The only records that
 * staff may not see are drafts of clients.
 */
let hiddenPids: { client: Record<ReferenceTarget, string>; team: Partial<Record<ReferenceTarget, string>> }

async function insertFile(visibility: string): Promise<string> {
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
  // The other values that must be unique.
  const uniqueCycle =
    table === 'rts' || table === 'payments' ? { cycle_no: Math.ceil(Math.random() * 1e9) } : {}
  const uniqueEmail = table === 'contacts' ? { email: null } : {}
  const columns = await database.query(
    "select quote_ident(column_name) as name from information_schema.columns where table_name = $1 and column_name <> 'seq'",
    [table],
    z.object({ name: z.string() }),
  )
  const names = columns.map(({ name }) => name).join(', ')
  await database.query(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, (select to_jsonb(t) from ${table} t where pid = $1) || $2::jsonb)`,
    [
      pid,
      JSON.stringify({
        pid: copy,
        ...numbers,
        ...uniqueCycle,
        ...uniqueEmail,
        [columnOf(collection, field)]: value,
      }),
    ],
  )
}

/** The fields that the row rule of a collection uses, `org` where none is given. */
const rowRuleFields: Partial<Record<CollectionName, readonly string[]>> = {
  alerts: ['user', 'org'],
  notifications: ['recipientOrg'],
}

/**
 * References of a collection that may point to records the reader may not see: all visible ones except those
 * its row rule uses; for staff only those to permits.
 */
function references(
  collection: CollectionName,
  role: 'client' | 'team',
): [string, Field & { to: ReferenceTarget }][] {
  return Object.entries(allFields(collections[collection])).flatMap(([name, declared]) => {
    const { to } = declared
    // Everybody reads the names of authorities.
    const isTested =
      to !== undefined &&
      to !== 'authorities' &&
      isVisibleField(declared, { role }) &&
      !(rowRuleFields[collection] ?? ['org']).includes(name)
    return isTested && (role === 'client' || to === 'permits') ? [[name, { ...declared, to }]] : []
  })
}

/** The roles and the collections they read. */
const readers = (['client', 'team'] as const).flatMap((role) =>
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
  // The client who reads is the one of `own`.
  people = { ...people, client: own.client }
  const draft = await portal.crud(foreign.client, {
    apiPath: 'permits',
    method: 'POST',
    body: { title: 'A draft', org: foreign.org, permitType: 'SIGN' },
  })
  assert.equal(draft.statusCode, 201, draft.body)
  hiddenPids = {
    client: { ...foreign.pids, users: foreign.client.pid, files: await insertFile('INTERNAL') },
    team: { permits: draft.json<{ pid: string }>().pid },
  }
  const visiblePids: Record<ReferenceTarget, string> = {
    ...own.pids,
    users: people.team.pid,
    files: await insertFile('CLIENT'),
  }
  for (const [role, collection] of readers) {
    for (const [field, { to }] of references(collection, role)) {
      for (const value of [visiblePids[to], hiddenPids[role][to] ?? '', null])
        await copyWith(collection, own.pids[collection], field, value)
    }
  }
})
after(() => portal.close())

const Listed = z.looseObject({ pid: z.string() })
const Reference = z.object({ pid: z.string(), title: z.string() }).nullable()
const pidsOf = (rows: readonly { pid: string }[]) => rows.map(({ pid }) => pid)

async function ask(reader: Person, apiPath: string, query: object): Promise<unknown> {
  const response = await portal.crud(reader, { apiPath, method: 'GET', query })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function listed(
  reader: Person,
  collection: CollectionName,
  query: object,
): Promise<z.infer<typeof Listed>[]> {
  const { responseField } = collections[collection]
  const result = z
    .looseObject({ metadata: Metadata })
    .parse(await ask(reader, collection, { pageSize: 1_000, ...query }))
  const rows = z.array(Listed).parse(result[responseField])
  assert.equal(result.metadata.count, rows.length)
  return rows
}

for (const [role, collection] of readers) {
  test(`a reference hidden from ${role} in ${collection} counts as empty in every kind of query (domain.md 5)`, async () => {
    const reader = people[role]
    const { table } = collections[collection]
    const rows = await listed(reader, collection, {})
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
      // The naive model computes the expected result from the rows as shown. No condition depends on today.
      const world: NaiveWorld = { types: { [field]: 'ref' }, titles, orgs: new Set(), today: '2026-11-20' }
      const hidden = hiddenPids[role][to] ?? ''
      const seen = [...titles.keys()][0] ?? ''
      const hiddenRows = shown.filter(
        ({ pid, values }) => byPid.get(pid)?.value === hidden && values[field] === null,
      )
      assert.ok(
        hiddenRows.length > 0 && seen !== '',
        `${field} must be visible in some row and hidden in another`,
      )

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
        const label = `${field} ${JSON.stringify(condition)}`
        assert.deepEqual(
          pidsOf(await listed(reader, collection, { filter, sort: field })),
          pidsOf(expected),
          label,
        )
        const total = await ask(reader, 'count', {
          collection,
          aggregate: [{ match: filter }, { count: 'total' }],
        })
        assert.deepEqual(total, { total: expected.length }, label)
      }

      assert.deepEqual(
        pidsOf(await listed(reader, collection, { sort: `-${field}` })),
        pidsOf(inOrder(shown, `-${field}`, world)),
      )
      const counts = new Map(
        [...grouped(shown, [field])].map(([key, group]) => [
          z.tuple([z.string().nullable()]).parse(JSON.parse(key))[0],
          group.length,
        ]),
      )
      const { groups } = Groups.parse(await ask(reader, `${collection}/groups`, { groupBy: field }))
      assert.deepEqual(
        new Map(groups.map(({ key, count }) => [Reference.parse(key[field])?.pid ?? null, count])),
        counts,
      )
      const { values } = DistinctValues.parse(
        await ask(reader, `${collection}/fields/${field}`, { limit: 1_000 }),
      )
      assert.deepEqual(
        new Map(values.map(({ value, count }) => [Reference.parse(value)?.pid ?? null, count])),
        counts,
      )
      // The hidden record is no group: opening it shows nothing.
      const page = GroupedPage.parse(
        await ask(reader, `${collection}/groups`, { groupBy: field, lines: true, open: [[hidden]] }),
      )
      assert.equal(
        page.lines.some((line) => line.kind === 'record'),
        false,
      )
      // The export of the rows where the reference counts as empty.
      const url = `/api/export/${collection}`
      const query = {
        format: 'csv',
        fields: 'pid',
        sort: field,
        filter: JSON.stringify({ [field]: { isEmpty: true } }),
      }
      const { body } = await portal.send({ method: 'GET', url, query }, reader)
      const expectedRows = inOrder(
        shown.filter(({ values: each }) => each[field] === null),
        field,
        world,
      )
      assert.deepEqual(z.array(z.array(z.string())).parse(parse(body)), [
        ['pid'],
        ...expectedRows.map(({ pid }) => [pid]),
      ])
    }
  })
}
