import { ActivateResult, MadeDeployToken, Problem, UploadResult } from '@portal/contract'
import type { ActivateBody } from '@portal/contract'
import { CliError } from './cli-error.ts'

/** How to reach a portal: the address, and the token as given or in DEPLOY_TOKEN. */
export interface Address {
  to: string | undefined
  token: string | undefined
  remote: string
}

/** A portal that lets this remote be deployed. */
export interface OpenPortal {
  origin: string
  upload(version: string, archive: Buffer): Promise<{ isNew: boolean }>
  /** Null where the token may only upload: an administrator activates what was uploaded. */
  activate(body: ActivateBody): Promise<ActivateResult | null>
  rollback(note: string | undefined): Promise<ActivateResult>
  /** Gives back what was taken only for this deployment. */
  leave(): Promise<void>
}

/** The portal `npm start` runs here, or the one named. */
function originOf(to: string | undefined): string {
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

/** What the portal says against it, in its own words. */
async function refusalOf(answer: Response, what: string): Promise<CliError> {
  const problem = problemIn(await answer.text())
  return new CliError(
    `${what}: ${problem.success ? problem.data.detail : `the portal answered ${answer.status}`}`,
  )
}

/**
 * The superadmin of a demonstration, who needs no password: a portal on one's own machine is deployed to
 * without making a token first. Answers null where the portal has no such accounts.
 */
async function demoCookie(origin: string): Promise<string | null> {
  const headers = { 'content-type': 'application/json' }
  const answer = await ask(origin, '/api/auth/demo', {
    method: 'POST',
    headers,
    body: JSON.stringify({ role: 'superadmin' }),
  })
  return answer.status === 204
    ? answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ')
    : null
}

interface Entry {
  token: string
  leave(): Promise<void>
}

/** A token made for this deployment by the demo superadmin, and revoked when it is over. */
async function demoEntry(origin: string, remote: string): Promise<Entry> {
  const cookie = await demoCookie(origin)
  const hint = 'make one in the settings, tab Modules, and give it with --token or DEPLOY_TOKEN'
  if (cookie === null)
    throw new CliError(`Deploying to ${origin} needs a deploy token for ${remote}: ${hint}.`)
  const headers = { 'content-type': 'application/json', cookie }
  const body = JSON.stringify({ remote, label: 'npm run deploy', expiresInDays: 1 })
  const answer = await ask(origin, '/api/federation/tokens', { method: 'POST', headers, body })
  if (!answer.ok) throw await refusalOf(answer, `No deploy token could be made at ${origin}`)
  const { pid, token } = MadeDeployToken.parse(await answer.json())
  const leave = async () => {
    await ask(origin, `/api/federation/tokens/${pid}`, { method: 'DELETE', headers: { cookie } })
    await ask(origin, '/api/auth/logout', { method: 'DELETE', headers: { cookie } })
  }
  return { token, leave }
}

/**
 * Opens a portal for deploying one remote: by the token given, else on this machine as the demo superadmin.
 */
export async function openPortal({ to, token: given, remote }: Address): Promise<OpenPortal> {
  const origin = originOf(to)
  const known = given ?? process.env['DEPLOY_TOKEN']
  const { token, leave } =
    known === undefined ? await demoEntry(origin, remote) : { token: known, leave: async () => {} }
  const authorization = `Bearer ${token}`
  const address = `/api/federation/remotes/${remote}`
  const send = (path: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    return ask(origin, `${address}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const activatedBy = async (answer: Response, what: string) => {
    if (!answer.ok) throw await refusalOf(answer, what)
    return ActivateResult.parse(await answer.json())
  }
  return {
    origin,
    async upload(version, archive) {
      const headers = { authorization, 'content-type': 'application/gzip' }
      const answer = await ask(origin, `${address}/versions/${version}`, {
        method: 'PUT',
        headers,
        body: new Uint8Array(archive),
      })
      if (!answer.ok) throw await refusalOf(answer, `${remote} is not deployed`)
      UploadResult.parse(await answer.json())
      return { isNew: answer.status === 201 }
    },
    async activate(body) {
      const answer = await send('activate', body)
      const problem = answer.ok ? undefined : problemIn(await answer.clone().text()).data
      if (problem?.errors?.some(({ code }) => code === 'upload-only') === true) return null
      return activatedBy(answer, `${remote} is uploaded but not activated`)
    },
    rollback: async (note) =>
      activatedBy(await send('rollback', note === undefined ? {} : { note }), `${remote} is not rolled back`),
    leave,
  }
}
