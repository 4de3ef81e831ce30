import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roles } from '../roles.ts'
import { userStatuses, userSteps, whyNotUserStep } from '../people/user-status.ts'
import { canManageRole } from './role-management.ts'
import { needsProof } from './step-up.ts'

test('only a superadmin manages a role at or above their own (domain.md 1.7)', () => {
  for (const [rank, own] of roles.entries()) {
    for (const [other, role] of roles.entries()) {
      const expected = own === 'superadmin' || other > rank
      for (const written of [role, role.toUpperCase(), ` ${role} `])
        assert.equal(canManageRole(own, written), expected, `${own} on ${written}`)
    }
    assert.equal(canManageRole(own, null), true)
  }
})

const sensitive: readonly (readonly [string, string, boolean])[] = [
  ['POST', 'users', true],
  ['PATCH', 'users', true],
  ['PATCH', 'users/X', true],
  ['DELETE', 'users/X', true],
  ['POST', 'users/X/restore', true],
  ['POST', 'users/X/transitions', true],
  ['PATCH', 'config', true],
  ['POST', 'config/reset', true],
  ['POST', 'orgs/X/merge', true],
  ['POST', 'orgs/X/merge/undo', true],
  ['GET', 'orgs/X/merge', false],
  ['GET', 'users', false],
  ['GET', 'config', false],
  ['POST', 'users/X/notes', false],
  ['PATCH', 'permits/X', false],
  ['DELETE', 'tasks', false],
]
for (const [method, path, expected] of sensitive) {
  test(`${method} ${path} ${expected ? 'requires' : 'does not require'} recent authentication (contract.md 3)`, () => {
    const known = (['GET', 'POST', 'PATCH', 'DELETE'] as const).find((each) => each === method)
    assert.ok(known)
    assert.equal(needsProof(known, path.split('/')), expected)
  })
}

test('an account allows exactly the transitions of domain.md 3', () => {
  const steps = Object.fromEntries(userStatuses.map((status) => [status, userSteps(status)]))
  assert.deepEqual(steps, {
    INVITED: ['ACTIVE'],
    PENDING_APPROVAL: ['ACTIVE'],
    ACTIVE: ['DISABLED'],
    DISABLED: ['ACTIVE', 'DELETED'],
    DELETED: [],
  })
  const team = { pid: 'T', role: 'team', status: 'ACTIVE', isLastSuperadmin: false }
  assert.deepEqual(whyNotUserStep({ pid: 'A', role: 'admin' }, team, 'DISABLED'), [])
  assert.equal(
    whyNotUserStep(
      { pid: 'T', role: 'superadmin' },
      { ...team, role: 'superadmin', isLastSuperadmin: true },
      'DISABLED',
    ).length,
    2,
  )
  assert.equal(
    whyNotUserStep({ pid: 'A', role: 'admin' }, { ...team, role: 'admin', status: null }, 'DELETED').length,
    2,
  )
})
