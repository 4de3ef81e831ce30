import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collections, findCollection, tables } from './collections.ts'
import { allFields, defaultColumns, fieldLabel, findField, isOverdue } from './declaration.ts'
import { collectionNames } from './names.ts'
import type { Field } from './field.ts'
import type { CollectionName } from './names.ts'

/** Source: specification.md 3. Other collections answer in a field of their own name, 50 a page. */
const specified: Partial<Record<CollectionName, [field: string, pageSize: number]>> = {
  alerts: ['alerts', 100],
  users: ['users', 50],
  tasks: ['tasks', 50],
  ctasks: ['tasks', 50],
  permits: ['permits', 50],
  payments: ['payments', 50],
  notifications: ['notifications', 50],
  orgs: ['orgs', 100],
  rts: ['rts', 50],
  processed: ['permits', 50],
}

for (const name of collectionNames) {
  const declaration = collections[name]
  test(`${name} has the specified or usual answer field and page size and shows at most ten columns, permits twelve`, () => {
    assert.deepEqual([declaration.responseField, declaration.pageSize], specified[name] ?? [name, 50])
    const columns = defaultColumns(declaration)
    assert.ok(columns.length <= (declaration.table === 'permits' ? 12 : 10))
    for (const column of columns) assert.ok(findField(declaration, column), column)
  })

  test(`the declaration of ${name} refers only to existing fields`, () => {
    const fields = allFields(declaration)
    const named = [
      declaration.titleField,
      declaration.numberField ?? declaration.titleField,
      ...declaration.defaultSort.split(',').map((key) => key.replace('-', '')),
      ...(declaration.hiddenWhile === undefined ? [] : [declaration.hiddenWhile]),
      ...Object.keys(declaration.projection ?? {}),
    ]
    for (const field of named) assert.ok(Object.hasOwn(fields, field), field)
    for (const [field, declared] of Object.entries<Field>(fields)) {
      assert.equal(declared.type === 'ref', declared.to !== undefined, field)
      if (declared.type === 'enum') assert.ok((declared.options ?? []).length > 0, field)
      if (declared.required) assert.notEqual(declared.writer, 'system', field)
      assert.match(field, /^[a-z][A-Za-z0-9]*$/)
      assert.match(fieldLabel(field, declared), /^[A-Z]/)
    }
  })
}

test('projections of a table share one field declaration', () => {
  assert.equal(collections.permits.fields, collections.processed.fields)
  assert.equal(collections.tasks.fields, collections.ctasks.fields)
  for (const [table, declaration] of Object.entries(tables)) assert.equal(declaration.table, table)
})

test('only declared names are collections', () => {
  for (const name of ['', 'Permits', '__proto__', 'constructor', 'toString', 'files'])
    assert.equal(findCollection(name), undefined)
  assert.equal(Object.keys(collections).length, collectionNames.length)
})

test('labels are field names in sentence case, except for the fixed labels', () => {
  assert.deepEqual(
    ['org', 'targetDate', 'refNo', 'issuedDate'].map((name) => fieldLabel(name)),
    ['Client', 'Due', 'Number', 'Issued date'],
  )
})

for (const [name, due, open, closed] of [
  ['permits', 'targetDate', { bucket: 'processing' }, { bucket: 'processed' }],
  ['tasks', 'dueDate', { status: 'OPEN' }, { status: 'DONE' }],
  ['ctasks', 'dueDate', { status: 'RETURNED' }, { status: 'CANCELLED' }],
  ['payments', 'dueDate', { status: 'DUE' }, { status: 'PAID' }],
  ['rts', 'submitBy', { status: 'COLLECTING' }, { status: 'SUBMITTED' }],
] as const) {
  test(`${name}: ${due} is overdue from the next day while the record is open`, () => {
    const overdue = (record: object, field: string = due) =>
      isOverdue(collections[name], field, { ...record }, '2026-03-12')
    assert.equal(overdue({ ...open, [due]: '2026-03-11' }), true)
    assert.equal(overdue({ ...open, [due]: '2026-03-12' }), false)
    assert.equal(overdue({ ...open, [due]: null }), false)
    assert.equal(overdue({ ...closed, [due]: '2026-03-11' }), false)
    assert.equal(overdue({ ...open, createdAt: '2026-03-11' }, 'createdAt'), false)
  })
}

test('the options of a field have distinct labels, none of them is a code or equals the empty option', () => {
  for (const { name, fields } of Object.values(collections)) {
    for (const [field, declared] of Object.entries<Field>(fields)) {
      const labels = (declared.options ?? []).map(({ label }) => label)
      assert.equal(new Set(labels).size, labels.length, `${name}.${field}`)
      for (const label of labels) {
        assert.notEqual(label, 'Not set', `${name}.${field}`)
        assert.doesNotMatch(label, /_|^(Ctasks|Orgs|Rts|Permits)$/, `${name}.${field}`)
      }
    }
  }
})
