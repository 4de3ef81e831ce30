import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  QuietHours,
  defaultWay,
  kindOfAlert,
  kindsFor,
  notificationKinds,
  readPreferences,
  wayFor,
  wayForAlert,
} from './kinds.ts'

const none = readPreferences({})

test('what is about the security of an account is always mailed, whatever a person chose', () => {
  const off = readPreferences({ kinds: { SECURITY: 'off' } })
  assert.equal(wayForAlert('team', off, { kind: 'SYSTEM', rule: 'passkey-added' }), 'mail')
  assert.equal(wayFor('client', off, 'SECURITY'), 'mail')
})

test('only the rule of an alert makes it a security notice', () => {
  assert.equal(kindOfAlert('SECURITY', 'a-rule-of-a-user'), 'SYSTEM')
  assert.equal(kindOfAlert('SYSTEM', 'new-device'), 'SECURITY')
  assert.equal(kindOfAlert('PAYMENT_DUE', 'PAYMENT_DUE'), 'PAYMENT_DUE')
  assert.equal(kindOfAlert('UPLOAD_FAILED', null), 'SYSTEM')
  assert.equal(kindOfAlert(null, null), 'SYSTEM')
})

test('mail that failed is told in the portal alone', () => {
  const all = readPreferences({ kinds: { SYSTEM: 'mail' } })
  assert.equal(wayForAlert('admin', all, { kind: 'SYSTEM', rule: 'notification-not-delivered' }), 'portal')
})

test('clients are mailed what they must act on, and staff work in the portal', () => {
  assert.equal(wayFor('client', none, 'DOCUMENT_REQUESTED'), 'mail')
  assert.equal(wayFor('client', none, 'PERMIT_STATUS'), 'digest')
  assert.equal(wayFor('team', none, 'TASK_ASSIGNED'), 'portal')
  assert.equal(wayFor('admin', none, 'SYSTEM'), 'mail')
  for (const kind of notificationKinds)
    for (const role of ['client', 'team', 'admin', 'superadmin'] as const)
      assert.equal(wayFor(role, none, kind), defaultWay(role, kind))
})

test('clients have no choice about what only staff get', () => {
  assert.deepEqual(
    notificationKinds.filter((kind) => !kindsFor('client').includes(kind)),
    ['DOCUMENT_RECEIVED', 'SLA_BREACH', 'SYSTEM'],
  )
})

test('stored choices that cannot be read count as none', () => {
  for (const stored of [null, undefined, [], 'x', { kinds: { PERMIT_STATUS: 'pigeon' } }])
    assert.deepEqual(readPreferences(stored), none)
})

test('quiet hours have a beginning and an end that differ', () => {
  assert.ok(QuietHours.safeParse({ from: '22:00', to: '07:00' }).success)
  for (const wrong of [
    { from: '7:00', to: '08:00' },
    { from: '24:00', to: '08:00' },
    { from: '08:00', to: '08:00' },
    { from: '08:00' },
  ])
    assert.ok(!QuietHours.safeParse(wrong).success, JSON.stringify(wrong))
})
