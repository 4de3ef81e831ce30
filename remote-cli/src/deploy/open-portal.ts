import {
  ActivateResult,
  CanDeploy,
  MadeDeployToken,
  MadePreview,
  PortalTypes,
  Problem,
  RemoteTypes,
  UploadResult,
} from '@portal/contract'
import type { ActivateBody, PreviewBody, TrialBody } from '@portal/contract'
import { CliError } from '../cli-error.ts'

/** The URL of a portal, and the token from the arguments or DEPLOY_TOKEN. */
export interface Address {
  to: string | undefined
  token: string | undefined
  remote: string
}

/** A portal that accepts deployments of this remote. */
export interface OpenPortal {
  origin: string
  /** Resolves to null at a portal that takes no source maps, and to the reason when it refuses these. */
  uploadMaps(version: string, archive: Buffer): Promise<string | null>
  /** Cookie of the session that was created for this deployment; undefined with a token. */
  cookie: string | undefined
  upload(version: string, archive: Buffer): Promise<{ isNew: boolean; integrity: string }>
  /** What the uploaded build uses and the portal does not have; none at a portal that cannot tell. */
  canDeploy(version: string): Promise<CanDeploy>
  /** Stores the result of a trial. A portal of an earlier release does not know trials and ignores it. */
  reportTrial(version: string, trial: TrialBody): Promise<void>
  /** Makes or replaces the preview of a branch. */
  preview(body: PreviewBody): Promise<MadePreview>
  /** Resolves to null for an upload-only token; an administrator activates the uploaded build. */
  activate(body: ActivateBody): Promise<ActivateResult | null>
  rollback(note: string | undefined): Promise<ActivateResult>
  /** What the portal offers, and the remotes that have types. */
  portalTypes(): Promise<PortalTypes>
  /** The types of the active build of a remote, which may be another than the one that is deployed. */
  typesOf(name: string): Promise<RemoteTypes>
  /** Releases what was created only for this deployment. */
  leave(): Promise<void>
}

/** Origin of the given portal, or of the one that `npm start` runs locally. */
export function originOf(to: string | undefined): string {
  const address = to ?? process.env['PUBLIC_ORIGIN'] ?? `http://localhost:${process.env['PORT'] ?? 3000}`
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new CliError(`--to ${address} is no address: write it as https://portal.example.`)
  return new URL(address).origin
}

async function ask(origin: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(origin + path, { ...init, redirect: 'error', signal: AbortSignal.timeout(60_000) })
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new CliError(
      `The portal at ${origin} does not answer (${cause}): start it with npm start, or name another with --to.`,
    )
  }
}

function problemIn(text: string) {
  return Problem.safeParse(text.startsWith('{') ? JSON.parse(text) : null)
}

/** An error with the message of the portal. */
async function refusalOf(response: Response, what: string): Promise<CliError> {
  const problem = problemIn(await response.text())
  return new CliError(
    `${what}: ${problem.success ? problem.data.detail : `the portal answered ${response.status}`}`,
  )
}

/**
 * Session cookie of the demo superadmin, who needs no password, so that a local portal can be deployed to
 * without creating a token. Resolves to null when the portal has no demo accounts.
 */
async function demoCookie(origin: string): Promise<string | null> {
  const headers = { 'content-type': 'application/json' }
  const response = await ask(origin, '/api/auth/demo', {
    method: 'POST',
    headers,
    body: JSON.stringify({ role: 'superadmin' }),
  })
  return response.status === 204
    ? response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ')
    : null
}

interface Entry {
  token: string
  cookie: string | undefined
  leave(): Promise<void>
}

/** Creates a token for this deployment as the demo superadmin and revokes it afterward. */
async function demoEntry(origin: string, remote: string): Promise<Entry> {
  const cookie = await demoCookie(origin)
  const hint = 'make one in the settings, tab Modules, and give it with --token or DEPLOY_TOKEN'
  if (cookie === null)
    throw new CliError(`Deploying to ${origin} needs a deploy token for ${remote}: ${hint}.`)
  const headers = { 'content-type': 'application/json', cookie }
  const body = JSON.stringify({ remote, label: 'npm run deploy', expiresInDays: 1 })
  const response = await ask(origin, '/api/federation/tokens', { method: 'POST', headers, body })
  if (!response.ok) throw await refusalOf(response, `No deploy token could be made at ${origin}`)
  const { pid, token } = MadeDeployToken.parse(await response.json())
  const leave = async () => {
    await ask(origin, `/api/federation/tokens/${pid}`, { method: 'DELETE', headers: { cookie } })
    await ask(origin, '/api/auth/logout', { method: 'DELETE', headers: { cookie } })
  }
  return { token, cookie, leave }
}

/**
 * Connects to a portal to deploy one remote: with the given token, otherwise as the demo superadmin of a
 * local portal.
 */
export async function openPortal({ to, token: given, remote }: Address): Promise<OpenPortal> {
  const origin = originOf(to)
  const known = given ?? process.env['DEPLOY_TOKEN']
  const { token, cookie, leave }: Entry =
    known === undefined
      ? await demoEntry(origin, remote)
      : { token: known, cookie: undefined, leave: async () => {} }
  const authorization = `Bearer ${token}`
  const address = `/api/federation/remotes/${remote}`
  const send = (path: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    return ask(origin, `${address}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const activatedBy = async (response: Response, what: string) => {
    if (!response.ok) throw await refusalOf(response, what)
    return ActivateResult.parse(await response.json())
  }
  return {
    origin,
    cookie,
    async upload(version, archive) {
      const headers = { authorization, 'content-type': 'application/gzip' }
      const result = await ask(origin, `${address}/versions/${version}`, {
        method: 'PUT',
        headers,
        body: new Uint8Array(archive),
      })
      if (!result.ok) throw await refusalOf(result, `${remote} is not deployed`)
      const { integrity } = UploadResult.parse(await result.json())
      return { isNew: result.status === 201, integrity }
    },
    async uploadMaps(version, archive) {
      const headers = { authorization, 'content-type': 'application/gzip' }
      const body = new Uint8Array(archive)
      const result = await ask(origin, `${address}/versions/${version}/maps`, {
        method: 'PUT',
        headers,
        body,
      })
      // Portals before this one have no such address.
      if (result.ok || result.status === 404) return null
      return (await refusalOf(result, 'Its source maps are not stored')).message
    },
    async canDeploy(version) {
      const query = new URLSearchParams({ remote, version }).toString()
      const result = await ask(origin, `/api/federation/can-deploy?${query}`, { headers: { authorization } })
      if (result.status === 404) return { ok: true, problems: [], warnings: [] }
      if (!result.ok) throw await refusalOf(result, `${remote} is uploaded but not activated`)
      return CanDeploy.parse(await result.json())
    },
    async reportTrial(version, trial) {
      const result = await send(`versions/${version}/trial`, trial)
      if (!result.ok && result.status !== 404)
        throw await refusalOf(result, `${remote} is uploaded but not activated`)
    },
    async preview(body) {
      const result = await send('previews', body)
      if (!result.ok) throw await refusalOf(result, `${remote} is uploaded, but has no preview`)
      return MadePreview.parse(await result.json())
    },
    async activate(body) {
      const response = await send('activate', body)
      const problem = response.ok ? undefined : problemIn(await response.clone().text()).data
      if (problem?.errors?.some(({ code }) => code === 'upload-only') === true) return null
      return activatedBy(response, `${remote} is uploaded but not activated`)
    },
    async portalTypes() {
      const result = await ask(origin, '/api/federation/types', { headers: { authorization } })
      if (!result.ok) throw await refusalOf(result, `${origin} gives no types`)
      return PortalTypes.parse(await result.json())
    },
    async typesOf(name) {
      const path = `/api/federation/remotes/${encodeURIComponent(name)}/types`
      const result = await ask(origin, path, { headers: { authorization } })
      if (!result.ok) throw await refusalOf(result, `The types of ${name} cannot be fetched`)
      return RemoteTypes.parse(await result.json())
    },
    rollback: async (note) =>
      activatedBy(await send('rollback', note === undefined ? {} : { note }), `${remote} is not rolled back`),
    leave,
  }
}
