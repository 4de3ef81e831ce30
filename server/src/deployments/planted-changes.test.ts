import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BuildUses, ShellRecord } from '@portal/contract'
import { manifestOf } from '#test-support/archives.ts'
import type { DeployedRemote } from '#platform/federation/deployed-remotes.ts'
import type { RemoteBuild } from '#platform/federation/federation.queries.ts'
import { findUnfitRemotes } from './can-deploy.ts'

const uses: BuildUses = {
  modules: {
    react: ['useState'],
    '@portal/contract': ['RemoteManifest', 'formatDay'],
    '@portal/shared-ui': ['RecordPage', 'ErrorPanel', 'formatDate', 'useShell'],
    '@portal/shared-ui/mui': ['Button', 'Typography'],
    '@portal/shared-ui/router': ['Link'],
    '@portal/shared-ui/state': ['useAtomValue'],
  },
  shell: ['toast', 'confirm', 'openRecord'],
  calls: [
    'GET /api/health',
    'POST /api/crud',
    'GET /api/inspections/*',
    'PATCH /api/inspections/*/visits/*',
    'DELETE /api/inspections/*',
  ],
}
const shared = {
  react: '^19.3.1',
  'react-dom': '^19.3.1',
  '@portal/contract': '^0.1.0',
  '@portal/shared-ui': '^0.1.0',
  '@portal/shared-ui/mui': '^0.1.0',
}

/** A portal that fits: its shell, its routes, and the build deployed there. */
interface Portal {
  shell: ShellRecord
  routes: string[]
  build: RemoteBuild
}

const portalNow = (): Portal => ({
  shell: {
    name: 'shell',
    version: '0.1.0-11111111',
    provided: {
      react: '19.3.1',
      'react-dom': '19.3.1',
      '@portal/contract': '0.1.0',
      '@portal/shared-ui': '0.1.0',
      '@portal/shared-ui/mui': '0.1.0',
      '@portal/shared-ui/table': '0.1.0',
    },
    offers: {
      modules: {
        '@portal/contract': ['RemoteManifest', 'formatDay', 'statuses'],
        '@portal/shared-ui': ['RecordPage', 'ErrorPanel', 'formatDate', 'useShell', 'Unused'],
        '@portal/shared-ui/mui': ['Button', 'Typography', 'Slider'],
        '@portal/shared-ui/router': ['Link', 'Navigate'],
        '@portal/shared-ui/state': ['useAtomValue', 'atom'],
        '@portal/shared-ui/table': ['DataGrid'],
      },
      shell: ['toast', 'confirm', 'openRecord', 'announce'],
    },
  },
  routes: [
    'GET /api/health',
    'POST /api/crud',
    'GET /api/inspections/:pid',
    'PATCH /api/inspections/:pid/visits/:visit',
    'DELETE /api/inspections/:pid',
    'POST /api/inspections',
  ],
  build: {
    name: 'inspections',
    version: '1.0.0-aaaaaaaa',
    integrity: 'sha384-',
    manifestIntegrity: null,
    manifest: manifestOf('inspections', { owner: 'Inspections team' }),
    uses,
    shared,
    servedFrom: null,
  },
})

type Change = (portal: Portal) => void
const offersOf = ({ shell }: Portal) => {
  assert.ok(shell.offers)
  return shell.offers
}
const drop =
  (module: string, name: string): Change =>
  (portal) => {
    const offers = offersOf(portal)
    const before = offers.modules[module]
    assert.ok(before !== undefined && before.includes(name))
    offers.modules[module] = before.filter((each) => each !== name)
  }
const rename =
  (module: string, from: string, to: string): Change =>
  (portal) => {
    drop(module, from)(portal)
    offersOf(portal).modules[module]?.push(to)
  }
const dropMember =
  (name: string): Change =>
  (portal) => {
    const offers = offersOf(portal)
    offers.shell = offers.shell.filter((each) => each !== name)
  }
const provide =
  (name: string, version: string): Change =>
  ({ shell }) =>
    void (shell.provided[name] = version)
const withdraw =
  (name: string): Change =>
  ({ shell }) =>
    void Reflect.deleteProperty(shell.provided, name)
const route =
  (from: string, to: string | null): Change =>
  (portal) => {
    assert.ok(portal.routes.includes(from))
    portal.routes = portal.routes.flatMap((each) => (each === from ? (to ?? []) : each))
  }
const contract =
  (range: string): Change =>
  ({ build }) =>
    void (build.manifest = { ...build.manifest, contract: range })

const incompatible: readonly (readonly [what: string, change: Change, named: RegExp])[] = [
  [
    'an export of shared-ui is removed',
    drop('@portal/shared-ui', 'RecordPage'),
    /RecordPage of @portal\/shared-ui/,
  ],
  [
    'an export of shared-ui is renamed',
    rename('@portal/shared-ui', 'formatDate', 'formatDay'),
    /formatDate of/,
  ],
  ['a hook of shared-ui is removed', drop('@portal/shared-ui', 'useShell'), /useShell of/],
  ['a panel of shared-ui is removed', drop('@portal/shared-ui', 'ErrorPanel'), /ErrorPanel of/],
  [
    'a component of the Material UI facade is removed',
    drop('@portal/shared-ui/mui', 'Button'),
    /Button of .*\/mui/,
  ],
  [
    'a component of the facade is renamed',
    rename('@portal/shared-ui/mui', 'Typography', 'Text'),
    /Typography of/,
  ],
  [
    'an export of the router facade is removed',
    drop('@portal/shared-ui/router', 'Link'),
    /Link of .*\/router/,
  ],
  [
    'an export of the state facade is removed',
    drop('@portal/shared-ui/state', 'useAtomValue'),
    /useAtomValue of/,
  ],
  ['a schema of the contract is removed', drop('@portal/contract', 'RemoteManifest'), /RemoteManifest of/],
  [
    'a function of the contract is renamed',
    rename('@portal/contract', 'formatDay', 'dayText'),
    /formatDay of/,
  ],
  ['a member of the shell is removed', dropMember('toast'), /toast of the shell/],
  ['another member of the shell is removed', dropMember('openRecord'), /openRecord of the shell/],
  [
    'shared-ui raises its minor version below 1.0.0',
    provide('@portal/shared-ui', '0.2.0'),
    /shared-ui \^0\.1\.0/,
  ],
  ['React raises its major version', provide('react', '20.0.0'), /react \^19\.3\.1/],
  ['React is older than the build needs', provide('react-dom', '19.2.0'), /react-dom \^19\.3\.1/],
  ['a shared module is withdrawn', withdraw('@portal/shared-ui/mui'), /shared-ui\/mui \^0\.1\.0/],
  ['the contract leaves the range of the build', contract('^0.9.0'), /contract \^0\.9\.0/],
  ['a call is removed', route('DELETE /api/inspections/:pid', null), /DELETE \/api\/inspections\/\*/],
  ['a call moves', route('GET /api/inspections/:pid', 'GET /api/visits/:pid'), /GET \/api\/inspections\/\*/],
  [
    'a call takes another method',
    route('PATCH /api/inspections/:pid/visits/:visit', 'PUT /api/inspections/:pid/visits/:visit'),
    /PATCH \/api\/inspections\/\*\/visits\/\*/,
  ],
]

const compatible: readonly (readonly [what: string, change: Change])[] = [
  ['an export that the build does not use is removed', drop('@portal/shared-ui', 'Unused')],
  ['an unused component of a facade is removed', drop('@portal/shared-ui/mui', 'Slider')],
  ['an unused export of the router facade is removed', drop('@portal/shared-ui/router', 'Navigate')],
  ['an unused export of the state facade is removed', drop('@portal/shared-ui/state', 'atom')],
  ['an unused part of the contract is renamed', rename('@portal/contract', 'statuses', 'allStatuses')],
  ['a facade that the build does not use is emptied', drop('@portal/shared-ui/table', 'DataGrid')],
  ['a facade that the build does not share is withdrawn', withdraw('@portal/shared-ui/table')],
  ['an unused member of the shell is removed', dropMember('announce')],
  ['a member of the shell is added', (portal) => void offersOf(portal).shell.push('print')],
  ['an export is added', (portal) => void offersOf(portal).modules['@portal/shared-ui']?.push('NewPage')],
  [
    'a new facade is added',
    (portal) => void (offersOf(portal).modules['@portal/shared-ui/charts'] = ['Chart']),
  ],
  ['shared-ui is patched', provide('@portal/shared-ui', '0.1.7')],
  ['React is patched', provide('react', '19.3.2')],
  ['React raises its minor version', provide('react-dom', '19.4.0')],
  ['a shared module is added', provide('dayjs', '2.0.0')],
  ['the build allows later contracts too', contract('^1.0.0 || ^2.0.0')],
  ['a call is added', (portal) => void portal.routes.push('GET /api/inspections/:pid/report')],
  ['an unused call is removed', route('POST /api/inspections', null)],
  ['a parameter of a call is renamed', route('GET /api/inspections/:pid', 'GET /api/inspections/:id')],
  ['the shell is built again', ({ shell }) => void (shell.version = '0.1.1-22222222')],
]

function unfitAfter(change: Change) {
  const portal = portalNow()
  change(portal)
  const deployed: DeployedRemote = { active: portal.build, canary: null, previous: null, fallback: null }
  return findUnfitRemotes([deployed], portal.shell, portal.routes)
}

test('a portal without changes fits its build', () => {
  assert.deepEqual(
    unfitAfter(() => undefined),
    [],
  )
  assert.deepEqual([incompatible.length, compatible.length], [20, 20])
})

for (const [what, change, named] of incompatible)
  test(`found with the owner: ${what}`, () => {
    const found = unfitAfter(change)
    assert.deepEqual(
      found.map(({ name, owner }) => [name, owner]),
      [['inspections', 'Inspections team']],
    )
    assert.equal(found[0]?.details.length, 1)
    assert.match(found[0].details[0] ?? '', named)
  })

for (const [what, change] of compatible)
  test(`no false alarm: ${what}`, () => assert.deepEqual(unfitAfter(change), []))
