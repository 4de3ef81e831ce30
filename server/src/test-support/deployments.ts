import assert from 'node:assert/strict'
import { MadeDeployToken } from '@portal/contract'
import { packedBuild } from './archives.ts'
import type { BuildOptions } from './archives.ts'
import type { Person } from './given.ts'
import type { TestApp } from './start-test-app.ts'

/** Uploads a build with a new token of its remote, as a team's pipeline does. */
export async function uploadBuild(portal: TestApp, superadmin: Person, build: BuildOptions): Promise<void> {
  const { name, version } = build
  const made = await portal.send(
    { method: 'POST', url: '/api/federation/tokens', payload: { remote: name, label: name } },
    superadmin,
  )
  const headers = {
    authorization: `Bearer ${MadeDeployToken.parse(made.json()).token}`,
    'content-type': 'application/gzip',
  }
  const url = `/api/federation/remotes/${name}/versions/${version}`
  const payload = await packedBuild(build)
  const uploaded = await portal.send({ method: 'PUT', url, headers, payload })
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
