import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Viewer } from '../access/guards.ts'
import { RemoteManifest, isOpenTo } from './manifest.ts'

const route = (path: string, guard: string) => ({ path, guard, layout: 'default' })
const panelFor = (...roles: string[]) => ({
  slot: 'overview.tile',
  collections: [],
  id: 'tile',
  label: 'Tile',
  order: 1,
  expose: './tile',
  ...(roles.length > 0 && { roles }),
})
const manifestOf = (routes: object[], panels: object[] = []) =>
  RemoteManifest.parse({
    name: 'ports',
    owner: 'Ports team',
    contract: '^1.0.0',
    routes,
    panels,
    collections: [],
    apis: [],
  })

const cases: readonly [what: string, manifest: RemoteManifest, viewer: Viewer, isOpen: boolean][] = [
  ['a page for everyone', manifestOf([route('/ports', 'auth')]), { role: 'client' }, true],
  ['a page for others', manifestOf([route('/ports', 'admin')]), { role: 'team' }, false],
  [
    'one page of two',
    manifestOf([route('/ports', 'admin'), route('/ports/{pid}', 'auth')]),
    { role: 'team' },
    true,
  ],
  [
    'a page that is off for the role',
    manifestOf([route('/ports', 'auth')]),
    { role: 'team', pages: { '/ports': false } },
    false,
  ],
  [
    'a module that is off',
    manifestOf([route('/ports', 'auth')], [panelFor('team')]),
    { role: 'team', modules: { ports: false } },
    false,
  ],
  ['a panel without a page', manifestOf([], [panelFor('client')]), { role: 'client' }, true],
  ['a panel for staff', manifestOf([], [panelFor()]), { role: 'client' }, false],
  ['nothing at all', manifestOf([]), { role: 'superadmin' }, false],
  ['a page for everyone, without a role', manifestOf([route('/ports', 'auth')]), { role: null }, false],
  ['a guard of a later release', manifestOf([route('/ports', 'fire-chief')]), { role: 'admin' }, false],
]
for (const [what, manifest, viewer, isOpen] of cases)
  test(`a remote with ${what} is ${isOpen ? '' : 'not '}open`, () =>
    assert.equal(isOpenTo(manifest, viewer), isOpen))
