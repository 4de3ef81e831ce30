import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { MadeDeployToken, Registry, manifestText } from '@portal/contract'
import type { PanelDeclaration, RemoteManifest, RouteDeclaration } from '@portal/contract'
import { sql } from 'kysely'
import { manifestOf, packedBuild } from '#test-support/archives.ts'
import type { BuildOptions } from '#test-support/archives.ts'
import { givenBuilds } from '#test-support/builds.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let folder: string
let portal: TestApp
let superadmin: Person
before(async () => {
  folder = await givenBuilds()
  portal = await startTestApp({ environment: { buildsDir: folder, remoteSizeLimitKb: 300 } })
  superadmin = await portal.given.user({ role: 'superadmin' })
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const version = '1.0.0-aaaaaaaa'
const page = (path: string, more: Partial<RouteDeclaration> = {}): RouteDeclaration => ({
  path,
  guard: 'none',
  layout: 'default',
  ...more,
})
async function upload(
  name: string,
  routes: RouteDeclaration[],
  claims: Partial<RemoteManifest> = {},
  build: Partial<BuildOptions> = {},
) {
  const made = await portal.send(
    { method: 'POST', url: '/api/federation/tokens', payload: { remote: name, label: name } },
    superadmin,
  )
  const headers = {
    authorization: `Bearer ${MadeDeployToken.parse(made.json()).token}`,
    'content-type': 'application/gzip',
  }
  const payload = await packedBuild({ name, version, manifest: { routes, ...claims }, ...build })
  return portal.send({
    method: 'PUT',
    url: `/api/federation/remotes/${name}/versions/${version}`,
    headers,
    payload,
  })
}
const activate = (name: string) =>
  portal.send(
    { method: 'POST', url: `/api/federation/remotes/${name}/activate`, payload: { version } },
    superadmin,
  )

test('S-31: a build whose manifest redirects to another host is refused', async () => {
  for (const redirect of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    'evil',
  ]) {
    const refused = await upload('leading', [page('/leading', { redirect })])
    assert.equal(refused.statusCode, 400, redirect)
    assert.match(refused.json().detail, /another host/)
  }
  assert.equal((await upload('leading', [page('/leading', { redirect: '/tasks?page=2' })])).statusCode, 201)
})

test('a build with a label of which nothing can be seen is refused, and its place is named', async () => {
  const menu = (label: string) => page('/blank', { menu: { label, icon: 'M0 0h24', order: 90 } })
  for (const label of ['\u200b', '\u00ad\u2063', ' \u3164']) {
    const refused = await upload('blank', [menu(label)])
    assert.equal(refused.statusCode, 400)
    assert.match(refused.json().detail, /nothing can be seen: routes\.0\.menu\.label/)
  }
  assert.equal((await upload('blank', [menu('Lots\u200b')])).statusCode, 201)
})

test('S-31: an active redirect to another host is ignored, and the log names it', async () => {
  assert.equal((await upload('older', [page('/older')])).statusCode, 201)
  const manifest = manifestOf('older', { routes: [page('/older', { redirect: 'https://evil.example/' })] })
  await sql`update remote_versions set manifest = ${JSON.stringify(manifest)} where name = 'older'`.execute(
    portal.deps.database.kysely,
  )
  assert.equal((await activate('older')).statusCode, 200)
  const response = await portal.send({ method: 'GET', url: '/older' })
  assert.deepEqual([response.statusCode, response.headers.location], [200, undefined])
  assert.ok(portal.logged.some((line) => line.includes('https://evil.example/') && line.includes('older')))
})

test('S-31: routes that overlap another remote’s clash, and no remote may have the portal’s own pages', async () => {
  assert.equal((await upload('plots', [page('/plots/{pid}'), page('/plots/{pid}/edit')])).statusCode, 201)
  assert.equal((await activate('plots')).statusCode, 200)
  const clashing = { sites: '/plots/new', parcels: '/Plots/{id}', acres: '/{a}/{b}/edit' }
  for (const [name, path] of Object.entries(clashing)) {
    assert.equal((await upload(name, [page(path)])).statusCode, 201, path)
    const refused = await activate(name)
    assert.equal(refused.statusCode, 409, path)
    assert.match(refused.json().detail, /plots has the address/)
  }
  assert.equal((await upload('beside', [page('/plots'), page('/plots/{pid}/edit/more')])).statusCode, 201)
  assert.equal((await activate('beside')).statusCode, 200)
  for (const path of ['/login', '/sign-up', '/{any}', '/{collection}/{pid}', '/api/x', '/remotes/x/y']) {
    const refused = await upload('thief', [page(path)])
    assert.equal(refused.statusCode, 400, path)
  }
})

test('a remote cannot claim a collection, calls or a menu entry of another one', async () => {
  const menu = { label: 'Lots', icon: 'M0 0h24', order: 90 }
  const claims = { collections: ['permits'], apis: ['/api/lots/maps'] }
  assert.equal((await upload('lots', [page('/lots', { menu })], claims)).statusCode, 201)
  assert.equal((await activate('lots')).statusCode, 200)
  const thieves: [
    name: string,
    routes: RouteDeclaration[],
    claims: Partial<RemoteManifest>,
    refusal: RegExp,
  ][] = [
    [
      'gates',
      [page('/gates')],
      { collections: ['orgs', 'permits'] },
      /lots has the collection permits already/,
    ],
    [
      'fences',
      [page('/fences')],
      { apis: ['/api/lots'] },
      /lots has the calls below \/api\/lots\/maps already/,
    ],
    [
      'hedges',
      [page('/hedges', { menu: { ...menu, label: 'lots ' } })],
      {},
      /lots has the menu entry "lots " already/,
    ],
  ]
  for (const [name, routes, more, refusal] of thieves) {
    assert.equal((await upload(name, routes, more)).statusCode, 201, name)
    const refused = await activate(name)
    assert.equal(refused.statusCode, 409, name)
    assert.match(refused.json().detail, refusal)
  }
  const beside = { collections: ['orgs'], apis: ['/api/lots/mapsheets'] }
  assert.equal((await upload('alleys', [page('/alleys')], beside)).statusCode, 201)
  assert.equal((await activate('alleys')).statusCode, 200)
})

const cardOf = (label: string, more: Partial<PanelDeclaration> = {}): PanelDeclaration => ({
  slot: 'record.card',
  collections: ['permits'],
  id: 'card',
  label,
  order: 1,
  expose: './card',
  ...more,
})

test('a panel that its slot cannot show is refused at upload, with the reason', async () => {
  const refusals: [panel: PanelDeclaration, reason: RegExp][] = [
    [cardOf('Card', { collections: [] }), /its panel record\.card card names no collection\.$/],
    [cardOf('Tile', { slot: 'overview.tile' }), /names collections, and its slot has none\.$/],
    [cardOf('Card', { collections: ['berths'] }), /it names the unknown collection berths\.$/],
    [
      cardOf('Card', { when: [{ field: 'draught', in: [7] }] }),
      /names the unknown field draught of permits\.$/,
    ],
  ]
  for (const [panel, reason] of refusals) {
    const refused = await upload('docks', [page('/docks')], { panels: [panel] })
    assert.equal(refused.statusCode, 400, panel.label)
    assert.match(refused.json().detail, reason)
  }
  const twins = [cardOf('Card'), cardOf('card', { id: 'other', collections: ['tasks', 'permits'] })]
  const refused = await upload('docks', [page('/docks')], { panels: twins })
  assert.match(refused.json().detail, /more than once the label card in the slot record\.card\.$/)
})

test('two remotes cannot have one label in one place', async () => {
  const upTo = async (name: string, panel: PanelDeclaration) => {
    assert.equal((await upload(name, [page(`/${name}`)], { panels: [panel] })).statusCode, 201, name)
    return activate(name)
  }
  assert.equal((await upTo('tides', cardOf('Tide'))).statusCode, 200)
  const refused = await upTo('waves', cardOf('tide ', { collections: ['tasks', 'permits'] }))
  assert.equal(refused.statusCode, 409)
  assert.match(refused.json().detail, /tides has the label "tide " in the slot record\.card already/)
  assert.equal((await upTo('winds', cardOf('Tide', { collections: ['tasks'] }))).statusCode, 200)
  assert.equal((await upTo('swell', cardOf('Tide', { slot: 'record.action' }))).statusCode, 200)
})

test('pages and servers of the last release keep a remote that fills further slots', async () => {
  const tab = { ...cardOf('Anchors'), slot: 'record.tab' as const }
  const card = cardOf('Anchor', { roles: ['admin'], when: [{ field: 'status', notIn: ['DRAFT'] }] })
  assert.equal((await upload('anchors', [page('/anchors')], { panels: [card, tab] })).statusCode, 201)
  assert.equal((await activate('anchors')).statusCode, 200)
  const response = await portal.send({ method: 'GET', url: '/federation/registry.json' }, superadmin)
  const entry = Registry.parse(response.json()).remotes.find(({ name }) => name === 'anchors')
  assert.deepEqual([entry?.manifest.panels, entry?.slots], [[tab], [card]])
  const hash = createHash('sha384').update(manifestText(manifestOf('anchors', entry?.manifest)))
  assert.equal(entry?.manifestIntegrity, `sha384-${hash.digest('base64')}`)
  const { rows } = await sql<{ manifest: RemoteManifest; slots: unknown }>`
    select manifest, slots from remote_versions where name = 'anchors'`.execute(portal.deps.database.kysely)
  assert.deepEqual([rows[0]?.manifest.panels, rows[0]?.slots], [[tab], [card]])
  // A slot of a later release is left out, and the remote stays.
  await sql`update remote_versions set slots = ${JSON.stringify([{ ...card, slot: 'record.hologram' }, card])}
    where name = 'anchors'`.execute(portal.deps.database.kysely)
  assert.equal((await activate('anchors')).statusCode, 200)
  const later = await portal.send({ method: 'GET', url: '/federation/registry.json' }, superadmin)
  const kept = Registry.parse(later.json()).remotes.find(({ name }) => name === 'anchors')
  assert.deepEqual(kept?.slots, [card])
})

test('the portal limits the size of every build, whatever budget a build sets for itself', async () => {
  // Random data cannot be compressed. The second file of the build contains the first one.
  const send = (name: string, bytes: number) =>
    upload(
      name,
      [page(`/${name}`)],
      {},
      { code: randomBytes(bytes).toString('base64'), sizeBudgetKb: 100_000 },
    )
  assert.equal((await send('barges', 140_000)).statusCode, 201)
  const refused = await send('tankers', 160_000)
  assert.equal(refused.statusCode, 400)
  assert.match(
    refused.json().detail,
    /weigh 3\d\d kB as they are sent, and this portal takes at most 300 kB\.$/,
  )
})
