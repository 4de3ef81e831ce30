import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '@portal/contract'
import { isResolved } from './is-resolved.ts'

const client: Actor = { pid: 'C1', role: 'client', org: 'O1' }
const staff: Actor = { pid: 'S1', role: 'team', org: null }
const at = new Date('2026-11-20T12:00:00Z')
const later = '2026-11-20T12:00:01+00:00'

const cases: readonly [
  what: string,
  actor: Actor,
  kind: string,
  table: string,
  row: object,
  resolved: boolean,
][] = [
  ['an open request', client, 'DOCUMENT_REQUESTED', 'tasks', { status: 'OPEN' }, false],
  ['a request the client answered', client, 'DOCUMENT_REQUESTED', 'tasks', { status: 'SUBMITTED' }, true],
  ['a request that was returned', client, 'TASK_ASSIGNED', 'tasks', { status: 'RETURNED' }, false],
  ['a task of mine', staff, 'TASK_ASSIGNED', 'tasks', { status: 'OPEN', assigned_to: 'S1' }, false],
  [
    'a task I help with',
    staff,
    'TASK_DUE',
    'tasks',
    { status: 'OPEN', assigned_to: 'S2', collaborators: ['S1'] },
    false,
  ],
  [
    'a task that went to somebody else',
    staff,
    'TASK_ASSIGNED',
    'tasks',
    { status: 'OPEN', assigned_to: 'S2' },
    true,
  ],
  ['a canceled task', staff, 'TASK_ASSIGNED', 'tasks', { status: 'CANCELLED', assigned_to: 'S1' }, true],
  ['a note on a task that is done', staff, 'NOTE_MENTION', 'tasks', { status: 'DONE' }, false],
  ['a fee to pay', client, 'PAYMENT_DUE', 'payments', { status: 'OVERDUE' }, false],
  ['a paid fee', client, 'PAYMENT_DUE', 'payments', { status: 'PAID' }, true],
  ['a receipt', client, 'PAYMENT_RECEIVED', 'payments', { status: 'PAID' }, false],
  [
    'the status a permit has',
    client,
    'PERMIT_STATUS',
    'permits',
    { status: 'ISSUED', status_changed_at: '2026-11-20T12:00:00+00:00' },
    false,
  ],
  [
    'a status a permit no longer has',
    client,
    'CORRECTIONS',
    'permits',
    { status: 'UNDER_REVIEW', status_changed_at: later },
    true,
  ],
  [
    'a note on a permit that moved on',
    client,
    'NOTE_MENTION',
    'permits',
    { status: 'ISSUED', status_changed_at: later },
    false,
  ],
  ['a package', client, 'TASK_ASSIGNED', 'rts', { status: 'DONE' }, false],
]
for (const [what, actor, kind, table, row, resolved] of cases)
  test(`a notification about ${what} ${resolved ? 'holds no longer' : 'still holds'}`, () => {
    assert.equal(isResolved({ kind, table, row, actor, onBehalfOf: null, at }), resolved)
  })

test('a notification about a task of somebody who is away still holds for their delegate', () => {
  const about = { kind: 'TASK_DUE', table: 'tasks', actor: staff, at } as const
  const row = { status: 'OPEN', assigned_to: 'S2' }
  assert.equal(isResolved({ ...about, row, onBehalfOf: 'S2' }), false)
  assert.equal(isResolved({ ...about, row: { ...row, assigned_to: 'S3' }, onBehalfOf: 'S2' }), true)
})
