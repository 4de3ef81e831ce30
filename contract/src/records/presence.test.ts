import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roles } from '../roles.ts'
import { showsPresence } from './presence.ts'

const staff = roles.filter((role) => role !== 'client')
const client = (org: string | null) => ({ role: 'client', org }) as const

test('clients never see staff, whatever staff do', () => {
  for (const role of staff)
    for (const isEditing of [true, false])
      assert.equal(showsPresence(client('A'), { role, org: null }, isEditing), false)
})

test('clients see the people of their own organization alone', () => {
  assert.equal(showsPresence(client('A'), client('A'), false), true)
  assert.equal(showsPresence(client('A'), client('B'), true), false)
  assert.equal(showsPresence(client(null), client(null), true), false)
})

test('staff see each other, and a client only while the client edits', () => {
  for (const role of staff) {
    for (const other of staff)
      assert.equal(showsPresence({ role, org: null }, { role: other, org: null }, false), true)
    assert.equal(showsPresence({ role, org: null }, client('A'), false), false)
    assert.equal(showsPresence({ role, org: null }, client('A'), true), true)
  }
})
