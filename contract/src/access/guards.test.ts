import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnknownGuardError, admit, guardNames } from './guards.ts'
import type { Admission, GuardName } from './guards.ts'
import { defaultPages, pageAllowed, pagePaths } from './pages.ts'
import type { Role } from '../roles.ts'

type Asker = 'stranger' | 'no role' | Role
const askers: readonly Asker[] = ['stranger', 'no role', 'client', 'team', 'admin', 'superadmin']
const sessionUserOf = (asker: Asker) =>
  asker === 'stranger' ? null : { role: asker === 'no role' ? 'visitor' : asker }

/** Expected result of every guard for each viewer, in the order of `askers`. Source: specification.md 6. */
const table: Record<GuardName, readonly Admission[]> = {
  none: ['allow', 'allow', 'allow', 'allow', 'allow', 'allow'],
  auth: ['sign-in', 'unauthorized', 'allow', 'allow', 'allow', 'allow'],
  register: ['sign-in', 'allow', 'allow', 'allow', 'allow', 'allow'],
  admin: ['sign-in', 'unauthorized', 'unauthorized', 'unauthorized', 'allow', 'unauthorized'],
  'super-admin': ['sign-in', 'unauthorized', 'unauthorized', 'unauthorized', 'unauthorized', 'allow'],
  'admin-or-super-admin': ['sign-in', 'unauthorized', 'unauthorized', 'unauthorized', 'allow', 'allow'],
}

for (const guard of guardNames) {
  test(`the guard ${guard} admits exactly the specified viewers`, () => {
    assert.deepEqual(
      askers.map((asker) => admit(sessionUserOf(asker), { guard, pathname: '/somewhere' })),
      table[guard],
    )
  })
}

test('guards match a role regardless of case', () => {
  for (const role of ['Admin', 'ADMIN', 'admin', 'SuperAdmin'])
    assert.equal(admit({ role }, { guard: 'admin-or-super-admin', pathname: '/users' }), 'allow')
})

test('an unknown guard throws for every viewer', () => {
  for (const viewer of [null, { role: 'superadmin' }]) {
    assert.throws(() => admit(viewer, { guard: 'sometimes', pathname: '/x' }), UnknownGuardError)
    assert.throws(() => admit(viewer, { guard: 'constructor', pathname: '/x' }), UnknownGuardError)
  }
})

test('a disabled module and a closed page lead to unauthorized, including their child pages', () => {
  const ask = (viewer: object, pathname: string) =>
    admit({ role: 'team', ...viewer }, { guard: 'auth', pathname, remote: 'records' })
  assert.equal(ask({ modules: { records: false } }, '/tasks'), 'unauthorized')
  assert.equal(ask({ modules: { mail: false } }, '/tasks'), 'allow')
  assert.equal(ask({ pages: { '/tasks': false } }, '/tasks/01ABC'), 'unauthorized')
  assert.equal(ask({ pages: { '/tasks': false } }, '/tasks/'), 'unauthorized')
  assert.equal(ask({ pages: { '/tasks': false } }, '/tasksx'), 'allow')
})

const mail = pagePaths.filter((path) => path.startsWith('/mail'))
/** Pages closed by default. Source: domain.md 5. */
const closed: Record<Role, readonly string[]> = {
  superadmin: [],
  admin: [],
  team: ['/organizations', '/users', '/settings', '/settings/permit-status-map', '/folders/restricted'],
  client: [
    ...mail,
    '/tasks',
    '/permits/overview',
    '/organizations',
    '/users',
    '/settings',
    '/settings/permit-status-map',
    '/folders/restricted',
    '/folders/team',
  ],
}

for (const role of ['superadmin', 'admin', 'team', 'client'] as const) {
  test(`the page map of ${role} closes exactly the pages listed in the domain`, () => {
    const pages = defaultPages(role)
    assert.deepEqual(Object.keys(pages), [...pagePaths])
    for (const path of pagePaths) assert.equal(pageAllowed(pages, path), !closed[role].includes(path), path)
    for (const path of closed[role]) assert.equal(pageAllowed(pages, `${path}/01ABC`), false, path)
  })
}
