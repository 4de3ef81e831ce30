import assert from 'node:assert/strict'
import { MadeDeployToken } from '@portal/contract'
import { packedBuild } from './archives.ts'
import type { BuildOptions } from './archives.ts'
import type { Person } from './given.ts'
import type { TestApp } from './start-test-app.ts'

/** A new deploy token of a remote. */
export async function newDeployToken(
  portal: TestApp,
  administrator: Person,
  remote: string,
  label = remote,
): Promise<string> {
  const request = { method: 'POST', url: '/api/federation/tokens', payload: { remote, label } } as const
  const made = await portal.send(request, administrator)
  assert.equal(made.statusCode, 201, made.body)
  return MadeDeployToken.parse(made.json()).token
}

/** Sends an archive as a version of a remote, with a deploy token. */
export function putArchive(portal: TestApp, token: string, name: string, version: string, payload: Buffer) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' }
  const url = `/api/federation/remotes/${name}/versions/${version}`
  return portal.send({ method: 'PUT', url, headers, payload })
}

/** Uploads a build with a new token of its remote, as a team's pipeline does. */
export async function uploadBuild(portal: TestApp, superadmin: Person, build: BuildOptions): Promise<void> {
  const { name, version } = build
  const token = await newDeployToken(portal, superadmin, name)
  const uploaded = await putArchive(portal, token, name, version, await packedBuild(build))
  assert.equal(uploaded.statusCode, 201, uploaded.body)
}

/** Activates an uploaded build; `body` has its version and how. */
export async function activateBuild(
  portal: TestApp,
  superadmin: Person,
  name: string,
  body: object,
): Promise<void> {
  const url = `/api/federation/remotes/${name}/activate`
  const activated = await portal.send({ method: 'POST', url, payload: body }, superadmin)
  assert.equal(activated.statusCode, 200, activated.body)
}
