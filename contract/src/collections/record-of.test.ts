import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declare, may, scopes } from './declaration.ts'
import { codesFrom, field, optionsOf } from './field.ts'
import { permitStatus } from '../permits/status-map.ts'
import { seedStatusMap } from '../permits/seed-status-map.ts'
import type { CodeOf } from './record-of.ts'

const sample = declare({
  name: 'tasks',
  table: 'tasks',
  responseField: 'tasks',
  pageSize: 50,
  noun: 'task',
  page: null,
  titleField: 'title',
  numberField: null,
  numberPrefix: null,
  defaultSort: 'title',
  columnsShown: 1,
  tabs: [],
  access: { read: scopes.staff, create: may.staff, update: scopes.staff, delete: scopes.staff },
  fields: {
    title: field.text({ required: true }),
    status: field.enum(optionsOf([['OPEN', 'grey', 'circle'], 'DONE']), { writer: 'system' }),
    kind: field.enum(optionsOf(['FEE', 'REFUND']), { required: true }),
    permit: field.ref('permits'),
    due: field.date(),
    amount: field.money({ required: true }),
    blocks: field.boolean(),
    tags: field.list(),
    checklist: field.json(),
  },
})

test('the codes of a field are constants, and a misspelled one does not compile', () => {
  const status = codesFrom(sample.fields.status)
  const done: CodeOf<typeof sample.fields.status> = status.DONE
  assert.equal(done, 'DONE')
  assert.deepEqual(status, { OPEN: 'OPEN', DONE: 'DONE' })
  // @ts-expect-error -- the declaration has no such code
  assert.equal(status.DNOE, undefined)
})

test('every status of a new portal has its constant', () => {
  assert.deepEqual(
    seedStatusMap.map(({ key }) => key),
    Object.keys(permitStatus),
  )
})
