import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collections } from '../collections/collections.ts'
import { CalendarQuery, calendarFields, mineFilter } from './calendar.ts'

const names = (collection: keyof typeof collections, role: 'team' | 'client') =>
  calendarFields(collections[collection], { role }).map(([name]) => name)

const dates = {
  permits: [['targetDate', 'issuedDate', 'expiryDate'], 'the same'],
  // The target date of a decided permit is no longer a deadline.
  processed: [['issuedDate', 'expiryDate'], 'the same'],
  rts: [['submitBy'], 'the same'],
  tasks: [['dueDate', 'followUpAt', 'remindAt'], ['dueDate']],
  ctasks: [['dueDate', 'followUpAt', 'remindAt'], ['dueDate']],
  payments: [['dueDate'], 'the same'],
  orgs: [['licenceExpiry', 'liabilityExpiry', 'workersCompExpiry'], 'the same'],
  contacts: [[], 'the same'],
  alerts: [[], 'the same'],
} as const

for (const [collection, [staff, client]] of Object.entries(dates)) {
  test(`the calendar shows the dates of ${collection} that its declaration marks, to clients without internal ones`, () => {
    const name = Object.keys(collections).find(
      (each): each is keyof typeof collections => each === collection,
    )
    assert.ok(name)
    assert.deepEqual(names(name, 'team'), staff)
    assert.deepEqual(names(name, 'client'), client === 'the same' ? staff : client)
  })
}

test('only dates are marked for the calendar', () => {
  for (const { name, fields } of Object.values(collections))
    for (const [field, { type, calendar }] of Object.entries(fields))
      if (calendar !== undefined) assert.match(type, /^(date|datetime)$/, `${name}.${field}`)
})

test('“mine” means the people of a record, nothing for a collection without them, and everything for a client', () => {
  assert.deepEqual(mineFilter(collections.permits, { role: 'team' }), { or: [{ assignedTo: '@me' }] })
  assert.deepEqual(mineFilter(collections.orgs, { role: 'admin' }), {
    or: [{ accountManager: '@me' }, { defaultAssignee: '@me' }],
  })
  assert.equal(mineFilter(collections.contacts, { role: 'team' }), null)
  assert.deepEqual(mineFilter(collections.permits, { role: 'client' }), {})
})

const ranges = [
  ['2026-11-01', '2026-11-01', true],
  ['2026-10-26', '2026-12-27', true],
  ['2026-10-26', '2026-12-28', false],
  ['2026-11-02', '2026-11-01', false],
  ['2026-02-30', '2026-03-01', false],
  ['2024-02-26', '2024-04-07', true],
] as const

for (const [from, to, isTaken] of ranges) {
  test(`the days from ${from} to ${to} are ${isTaken ? 'read in one call' : 'refused'}`, () => {
    assert.equal(CalendarQuery.safeParse({ from, to }).success, isTaken)
  })
}
