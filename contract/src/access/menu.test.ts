import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RemoteManifest } from '../federation/manifest.ts'
import { defaultPages } from './pages.ts'
import { menuFor } from './menu.ts'
import { toRole } from '../roles.ts'
import type { Role } from '../roles.ts'

/** Source: specification.md 2. */
const menu = [
  ['Mails', '/mail'],
  ['Notifications', '/notifications'],
  ['Processing permits', '/permits/processing'],
  ['Processed permits', '/permits/processed'],
  ['Search permits', '/permits/search'],
  ['Payments', '/payments'],
  ['Tasks', '/tasks'],
  ['Client Tasks', '/ctasks'],
  ['Upload documents', '/upload_documents'],
  ['Ready to Submit', '/ready_to_submits'],
  ['Organizations', '/organizations'],
  ['Users', '/users'],
  ['Restricted folder', '/folders/restricted'],
  ['Team folder', '/folders/team'],
] as const

const guarded: readonly string[] = ['/users', '/folders/restricted']
const manifest = (name: string, paths: readonly (readonly [string, string])[]): RemoteManifest => ({
  name,
  owner: 'Tests',
  contract: '^1.0.0',
  routes: paths.map(([label, path]) => ({
    path,
    guard: guarded.includes(path) ? 'admin-or-super-admin' : 'auth',
    layout: 'default',
    menu: { label, icon: 'M0 0', order: menu.findIndex((entry) => entry[1] === path) },
  })),
  panels: [],
  collections: [],
  apis: [],
})
const all = [manifest('later', menu.slice(7)), manifest('sooner', menu.slice(0, 7))]
const labels = (role: string | null, extra: object = {}) =>
  menuFor({ role, ...extra }, all).map((entry) => entry.label)

/** Menu entries hidden from each role. Source: specification.md 6. */
const hidden: Record<Role, readonly string[]> = {
  superadmin: ['Client Tasks'],
  admin: ['Client Tasks', 'Organizations'],
  team: ['Users', 'Client Tasks', 'Organizations', 'Restricted folder'],
  client: ['Mails', 'Tasks', 'Users', 'Organizations', 'Team folder', 'Restricted folder'],
}

for (const role of ['superadmin', 'admin', 'team', 'client'] as const) {
  test(`the menu of ${role} has exactly the specified entries in order, regardless of the role’s case`, () => {
    const expected = menu.map(([label]) => label).filter((label) => !hidden[role].includes(label))
    for (const written of [
      role,
      role.toUpperCase(),
      role.charAt(0).toUpperCase() + role.slice(1),
      ` ${role} `,
    ]) {
      assert.deepEqual(labels(written, { pages: defaultPages(role) }), expected, written)
    }
  })
}

test('a person without a role or with an unknown role sees every entry', () => {
  for (const role of [null, '', 'visitor', 'administrator'])
    assert.deepEqual(
      labels(role, { pages: defaultPages('client') }),
      menu.map(([label]) => label),
    )
  assert.deepEqual(menuFor(null, all).length, menu.length)
})

test('a disabled module removes its entries from the menu, a closed page removes its own entry', () => {
  assert.deepEqual(
    labels('superadmin', { modules: { sooner: false } }),
    menu.slice(8).map(([label]) => label),
  )
  assert.ok(!labels('team', { pages: { '/payments': false } }).includes('Payments'))
  assert.ok(!labels('team', { pages: { '/permits': false } }).some((label) => label.endsWith('permits')))
})

test('an entry with an unknown guard stays in the menu', () => {
  const odd = manifest('odd', [['Odd', '/odd']])
  const broken = { ...odd, routes: odd.routes.map((route) => ({ ...route, guard: 'sometimes' })) }
  assert.deepEqual(
    menuFor({ role: 'team' }, [broken]).map((entry) => entry.label),
    ['Odd'],
  )
})

test('Admin, ADMIN and admin are the same role', () => {
  assert.deepEqual(['Admin', 'ADMIN', 'admin', ' aDmIn\n'].map(toRole), ['admin', 'admin', 'admin', 'admin'])
  assert.deepEqual(['', 'root', null, undefined, 5, {}].map(toRole), [null, null, null, null, null, null])
})
