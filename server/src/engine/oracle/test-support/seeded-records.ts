import { collections, tables } from '@portal/contract'
import type { Field, FieldType, TableName } from '@portal/contract'
import fc from 'fast-check'
import { z } from 'zod'
import { ownFolding, textsUpTo } from '#platform/database/test-support/folding-proof.ts'
import type { Person } from '#test-support/given.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { columnName, storedFields } from '../../sql/columns.ts'
import { refreshSearchTextSql } from '../../search/search-text.ts'
import type { NaiveRow, NaiveWorld, Value } from './naive-oracle.ts'

/** Fields added to permits for the oracle test, one of each type that can be added. */
const added = [
  { name: 'color', type: 'text', of: 'text' },
  { name: 'rooms', type: 'number', of: 'decimal' },
  { name: 'bond', type: 'money', of: 'money' },
  { name: 'surveyed', type: 'date', of: 'date' },
  { name: 'heardAt', type: 'datetime', of: 'datetime' },
  { name: 'historic', type: 'boolean', of: 'boolean' },
  { name: 'zone', type: 'enum', of: 'enum', options: ['R-1', 'R-2'] },
] as const

const plainTexts = [
  'Oak-Hill 12',
  'oakhill',
  'OAK hill',
  '50% off',
  'a_b',
  'axb',
  'a\\b',
  'Étage',
  'étage 2',
  'Zed',
  '-',
  '12-34',
  '1234',
  'x',
  'O’Neil "q"',
  'İzmir ΟΔΟΣ',
  'i̇zmır οδος',
  'Straße',
  'STRASSE 2',
  'ﬁn',
  'ᾳδης ꭰᎠ',
  'q\u0323\u0307 Ω',
]
const plain: Partial<Record<FieldType, readonly Value[]>> = {
  date: [
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-13',
    '2026-11-12',
    '2026-11-01',
    '2026-11-30',
    '2026-12-20',
    '2026-12-21',
    '2024-02-29',
  ],
  datetime: [
    '2026-11-20T00:00:00.000Z',
    '2026-11-19T23:59:59.999Z',
    '2026-11-20T12:00:00.001Z',
    '2026-11-13T00:00:00.000Z',
    '2026-12-01T00:00:00.000Z',
  ],
  money: [0, 1, 5, 100, 2_500, 999_999_999],
  integer: [-3, 0, 1, 2, 10, 700],
  decimal: [-3.25, 0, 0.5, 2, 10, 30.125],
  boolean: [true, false],
}
const emails: readonly Value[] = [
  'Ann@X.example',
  'ann@x.example',
  'ANN@x.example',
  'bob@y.example',
  'Zed@Y.example',
]
const lists: readonly Value[] = [['a'], ['a', 'b'], ['A'], ['c d', 'a'], ['b']]

/** Records of one table as stored, with the data the oracle needs about them. */
export interface Seeded {
  rows: NaiveRow[]
  world: NaiveWorld
  /** Values to write and to query, by field. */
  pools: Readonly<Record<string, readonly Value[]>>
}

/** The people and organizations that the records refer to. */
export interface Cast {
  orgs: readonly string[]
  staff: readonly Person[]
  authorities: readonly string[]
  titles: ReadonlyMap<string, string>
}

/** Creates staff, and organizations whose titles differ only in case; adds the added fields to permits. */
export async function givenCast(portal: TestApp, admin: Person): Promise<Cast> {
  const titles = new Map<string, string>()
  const orgs: string[] = []
  for (const name of ['Beta', 'alpha', 'Alpha', 'Beta Two', 'Émile']) {
    const org = await portal.given.org({ name })
    orgs.push(org)
    titles.set(org, name)
  }
  const staff = [
    admin,
    await portal.given.user({ name: 'zoe' }),
    await portal.given.user({ name: 'Zoe' }),
    await portal.given.user({ name: 'Adam' }),
  ]
  for (const { pid, name } of staff) titles.set(pid, name)
  const authorities = await portal.deps.database.query(
    'select pid, name from authorities order by seq',
    [],
    z.object({ pid: z.string(), name: z.string() }),
  )
  for (const { pid, name } of authorities) titles.set(pid, name)
  for (const { name, type, ...more } of added) {
    const options = 'options' in more ? { options: more.options } : {}
    const response = await portal.crud(admin, {
      apiPath: 'permits/fields',
      method: 'POST',
      body: { name, label: name, type, masked: false, ...options },
    })
    if (response.statusCode !== 201) throw new Error(response.body)
  }
  return { orgs, staff, authorities: authorities.map(({ pid }) => pid), titles }
}

/**
 * Texts as the portal stores them: without control characters, trimmed, in normal form NFC. Letters added in
 * Unicode 17 are left out, since PostgreSQL 18 does not know them.
 */
function randomTexts(seed: number): string[] {
  const made = fc.sample(textsUpTo(0x2ffff), { seed, numRuns: 40 })
  return made
    .map((text) =>
      text
        .replaceAll(ownFolding.unknown, '')
        .replaceAll(/\p{Cc}/gu, '')
        .normalize('NFC')
        .trim(),
    )
    .filter((text) => text !== '')
}

function poolOf(name: string, declared: Field, cast: Cast, texts: readonly string[]): readonly Value[] {
  if (declared.options !== undefined && declared.type === 'enum')
    return declared.options.map(({ code }) => code).slice(0, 12)
  if (declared.to === 'orgs') return cast.orgs
  if (declared.to === 'authorities') return cast.authorities
  if (declared.to === 'users') return cast.staff.map(({ pid }) => pid)
  if (declared.type === 'list') return declared.options === undefined ? lists : []
  if (declared.type === 'text' || declared.type === 'longText') return name === 'relatedPid' ? [] : texts
  if (declared.type === 'email') return emails
  const [least, most] = declared.range ?? [-Infinity, Infinity]
  return (plain[declared.type] ?? []).filter(
    (value) => typeof value !== 'number' || (value >= least && value <= most),
  )
}

/** Never empty: the columns are not null, or the projections depend on them. */
const filled = new Set(['title', 'status', 'bucket', 'audience', 'createdAt', 'updatedAt'])
/** Given by the system, unique, or about deletion. */
const unasked = new Set([
  'refNo',
  'idempotencyKey',
  'deletedAt',
  'deletedBy',
  'createdBy',
  'updatedBy',
  'certificate',
])

/**
 * Inserts `count` random records into a table directly in SQL and deletes the previous ones. The seed
 * determines all values.
 */
export async function seedRecords(
  portal: TestApp,
  cast: Cast,
  table: TableName,
  count: number,
  seed: number,
): Promise<Seeded> {
  const { query } = portal.deps.database
  const declaration = tables[table]
  const texts = [...plainTexts, ...randomTexts(seed)]
  const fields: [string, Field][] = [
    ...storedFields(declaration).filter(([name]) => !unasked.has(name)),
    ['createdAt', { type: 'datetime' }],
    ['updatedAt', { type: 'datetime' }],
  ]
  const declaredOf = new Map(fields)
  const own = fields.map(([name, declared]): [string, FieldType, readonly Value[]] => [
    name,
    declared.type,
    poolOf(name, declared, cast, texts),
  ])
  const custom =
    declaration.table !== 'permits'
      ? []
      : added.map((addition): [string, FieldType, readonly Value[]] => {
          const values =
            'options' in addition
              ? addition.options
              : addition.of === 'text'
                ? texts
                : (plain[addition.of] ?? [])
          return [`custom.${addition.name}`, addition.of, values]
        })
  const asked = [...own, ...custom].filter(([, , pool]) => pool.length > 0)
  const valueOf = (name: string, pool: readonly Value[]) =>
    filled.has(name) ? fc.constantFrom(...pool) : fc.option(fc.constantFrom(...pool), { freq: 3, nil: null })
  const record = fc.record({
    values: fc.record(Object.fromEntries(asked.map(([name, , pool]) => [name, valueOf(name, pool)]))),
    isDeleted: fc.nat(19).map((dice) => dice === 0),
  })
  const made = fc
    .sample(record, { seed, numRuns: count })
    .map((each, at) => ({ ...each, pid: `R${String((at * 7919) % 100_003).padStart(6, '0')}S${seed}` }))
  const sent = made.map(({ values, isDeleted, pid }) => {
    const entries = Object.entries(values)
    const added = entries.filter(([name, value]) => name.startsWith('custom.') && value !== null)
    return {
      pid,
      version: 1,
      ...Object.fromEntries(
        entries
          .filter(([name]) => !name.startsWith('custom.'))
          .map(([name, value]) => [columnName(name, declaredOf.get(name)), value]),
      ),
      custom: Object.fromEntries(added.map(([name, value]) => [name.slice(7), value])),
      ref_no: `NO-${pid}`,
      deleted_at: isDeleted ? '2026-11-18T00:00:00Z' : null,
    }
  })
  const columns = Object.keys(sent[0] ?? {}).map((name) => `"${name}"`)
  await query(`delete from ${table}_text`, [])
  await query(`delete from ${table}`, [])
  for (let from = 0; from < sent.length; from += 500) {
    const part = JSON.stringify(sent.slice(from, from + 500))
    await query(
      `insert into ${table} (${columns.join(', ')}) select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [part],
    )
  }
  await query(refreshSearchTextSql(table, 'true'), [])
  await query(`analyze ${table}`, [])
  const seqs = new Map(
    (await query(`select pid, seq from ${table}`, [], z.object({ pid: z.string(), seq: z.number() }))).map(
      ({ pid, seq }) => [pid, seq],
    ),
  )
  return {
    rows: made.map(({ pid, isDeleted, values }) => ({
      pid,
      isDeleted,
      values,
      seq: seqs.get(pid) ?? Number.NaN,
    })),
    world: {
      types: Object.fromEntries(asked.map(([name, type]) => [name, type])),
      titles: cast.titles,
      orgs: new Set<Value>(cast.orgs),
      today: '2026-11-20',
    },
    pools: Object.fromEntries(asked.map(([name, , pool]) => [name, pool])),
  }
}

/** The text a search matches: number, searched fields and the name of the client. */
export function searchedText({ pid, values }: NaiveRow, table: TableName, { titles }: NaiveWorld): string {
  const names = Object.entries<Field>(tables[table].fields).flatMap(([name, { searched }]) =>
    searched === true && name !== 'refNo' ? [name] : [],
  )
  return [`NO-${pid}`, ...names.map((name) => values[name]), titles.get(String(values['org']))]
    .filter((part) => part !== undefined && part !== null)
    .join(' ')
}

export type ProvenCollection = 'permits' | 'processed' | 'tasks' | 'ctasks' | 'payments'

/** Rows of a collection that a person may list, written independently from domain.md 5 and contract.md 2. */
export function rowsFor(seeded: Seeded, collection: ProvenCollection, person: Person): NaiveRow[] {
  const isClient = person.role === 'client'
  return seeded.rows.filter(({ isDeleted, values }) => {
    if (isDeleted || (isClient && values['org'] !== person.org)) return false
    switch (collection) {
      case 'permits':
        return values['bucket'] === 'processing' && (isClient || values['status'] !== 'DRAFT')
      case 'processed':
        return values['bucket'] === 'processed' && (isClient || values['status'] !== 'DRAFT')
      case 'payments':
        return !isClient || values['status'] !== 'DRAFT'
      case 'tasks':
        return !isClient && values['audience'] === 'INTERNAL'
      case 'ctasks':
        return values['audience'] === 'CLIENT'
    }
  })
}

/** The row as this person reads it: for a client, references to other organizations are empty. */
export function shownTo(row: NaiveRow, person: Person, { orgs }: NaiveWorld): NaiveRow {
  if (person.role !== 'client') return row
  const shown = Object.entries(row.values).map(([name, value]): [string, Value] => [
    name,
    orgs.has(value) && value !== person.org ? null : value,
  ])
  return { ...row, values: Object.fromEntries(shown) }
}

/** Names of fields that this person may query. */
export function askable(seeded: Seeded, collection: ProvenCollection, person: Person): string[] {
  const { fields } = collections[collection]
  const masked = Object.entries<Field>(fields).filter(([, declared]) => declared.masked === true)
  const hidden = new Set(person.role === 'client' ? masked.map(([name]) => name) : [])
  return Object.keys(seeded.pools).filter((name) => !hidden.has(name))
}
