import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { MadeDeployToken, PortalTypes, Problem, RemoteTypes, contractVersion } from '@portal/contract'
import { manifestOf, packed } from '#test-support/archives.ts'
import { givenBuilds } from '#test-support/builds.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let folder: string
let portal: TestApp
let superadmin: Person
before(async () => {
  folder = await givenBuilds()
  portal = await startTestApp({ environment: { buildsDir: folder } })
  superadmin = await portal.given.user({ role: 'superadmin' })
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

async function tokenFor(remote: string) {
  const payload = { remote, label: remote }
  const made = await portal.send({ method: 'POST', url: '/api/federation/tokens', payload }, superadmin)
  return { authorization: `Bearer ${MadeDeployToken.parse(made.json()).token}` }
}

/** Uploads and activates a version whose types are `declaration`, or that has none. */
async function deploy(name: string, version: string, declaration: string | null) {
  const headers = { ...(await tokenFor(name)), 'content-type': 'application/gzip' }
  const record = { name, version, entry: 'remoteEntry.js', manifest: manifestOf(name) }
  const payload = await packed([
    { name: 'remoteEntry.js', content: `var ${name}` },
    { name: 'portal-build.json', content: JSON.stringify(record) },
    ...(declaration === null ? [] : [{ name: 'types/src/lifecycles.d.ts', content: declaration }]),
  ])
  const url = `/api/federation/remotes/${name}/versions/${version}`
  assert.equal((await portal.send({ method: 'PUT', url, headers, payload })).statusCode, 201)
  const live = {
    method: 'POST',
    url: `/api/federation/remotes/${name}/activate`,
    payload: { version },
  } as const
  assert.equal((await portal.send(live, superadmin)).statusCode, 200)
}

test('every team can fetch the types of the version in production, and of an earlier one by its number', async () => {
  await deploy('bridges', '1.0.0-aaaaaaaa', 'export declare const one: 1;\n')
  await deploy('bridges', '2.0.0-bbbbbbbb', 'export declare const two: "ü";\n')
  await deploy('tunnels', '1.0.0-cccccccc', null)
  const headers = await tokenFor('tunnels')
  const read = async (query = '') =>
    RemoteTypes.parse(
      (
        await portal.send({ method: 'GET', url: `/api/federation/remotes/bridges/types${query}`, headers })
      ).json(),
    )
  assert.deepEqual(await read(), {
    name: 'bridges',
    version: '2.0.0-bbbbbbbb',
    files: [{ path: 'src/lifecycles.d.ts', text: 'export declare const two: "ü";\n' }],
  })
  assert.match((await read('?version=1.0.0-aaaaaaaa')).files[0]?.text ?? '', /one: 1/)
  const all = await portal.send({ method: 'GET', url: '/api/federation/types', headers })
  const { contract, remotes } = PortalTypes.parse(all.json())
  assert.equal(contract, contractVersion)
  assert.deepEqual(remotes, [{ name: 'bridges', version: '2.0.0-bbbbbbbb' }])
})

test('a build without types, and an unknown module, are named', async () => {
  const detailOf = async (name: string) => {
    const response = await portal.send(
      { method: 'GET', url: `/api/federation/remotes/${name}/types` },
      superadmin,
    )
    assert.equal(response.statusCode, 404)
    return Problem.parse(response.json()).detail ?? ''
  }
  assert.match(await detailOf('tunnels'), /has no types\. Build it with portal build/)
  assert.match(await detailOf('ferries'), /Module ferries not found/)
})
