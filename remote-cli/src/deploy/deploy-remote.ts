import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { BranchName, BuildRecord, RemoteOrigin, contentHashOf, toCanary, whyTooHeavy } from '@portal/contract'
import type { Canary } from '@portal/contract'
import { readArguments } from '../arguments.ts'
import { CliError } from '../cli-error.ts'
import { readManifest } from '../read-manifest.ts'
import { tryBuild } from '../trial/try-build.ts'
import { openPortal } from './open-portal.ts'
import type { OpenPortal } from './open-portal.ts'
import { recordOfOtherBuild } from './other-build.ts'
import { packBuild, packSourceMaps } from './pack-build.ts'

/** The options of `deploy`, after the name of the remote where one is needed. */
export const deployUsage = [
  '[--to URL] [--token T] [--version V] [--canary N%|role|auto] [--note TEXT] [--anyway] [--no-trial] [--cookie TEXT] [--dist FOLDER] [--served-from ORIGIN]',
  '--preview BRANCH [--for-roles] [--to URL] [--token T] [--version V] [--anyway]',
  '--rollback [--to URL] [--token T] [--note TEXT]',
] as const

const text = { type: 'string' } as const
const options = {
  to: text,
  token: text,
  version: text,
  canary: text,
  note: text,
  cookie: text,
  preview: text,
  'for-roles': { type: 'boolean' },
  'no-trial': { type: 'boolean' },
  anyway: { type: 'boolean' },
  rollback: { type: 'boolean' },
  /** A build of another tool, which is deployed as it is. */
  dist: text,
  /** The origin that serves the files, which are there already. */
  'served-from': text,
} as const

/** Reads the arguments of `deploy`. Positionals are left to the caller. */
export function readDeployArguments(args: readonly string[], usage: string) {
  return readArguments(args, options, usage)
}

export type DeployOptions = ReturnType<typeof readDeployArguments>['values']

/** A remote that can be built and deployed. */
export interface DeployableRemote {
  name: string
  /** Absolute path of the folder with portal.json and package.json. */
  folder: string
  /** The folder in messages: `mfe-mail/`, or '' for the folder in which the user is. */
  place: string
  /** Writes `dist`. Returns false when the build failed, with the reasons on the terminal. */
  build(): Promise<boolean>
}

/**
 * Combines a wished version `1.4.0` with the hash of the build to `1.4.0-3fa94c21`. Without a wish, it is the
 * version of the build.
 */
function versionOf(built: string, wish: string | undefined): string {
  if (wish === undefined || wish === built) return built
  const hash = contentHashOf(built)
  const [, numbers = '', rest = ''] = /^v?(\d+(?:\.\d+){0,2})(-[0-9A-Za-z.-]*[0-9A-Za-z])?$/.exec(wish) ?? []
  if (numbers === '') throw new CliError(`--version ${wish} is no version: write it as 1.4.0.`)
  const whole = [...numbers.split('.'), '0', '0'].slice(0, 3).join('.')
  if (rest === '') return `${whole}-${hash}`
  return contentHashOf(wish) === hash ? `${whole}${rest}` : `${whole}${rest}.${hash}`
}

function canaryOf(written: string | undefined): Canary | undefined {
  if (written === undefined) return undefined
  const canary = toCanary(written)
  if (canary === null)
    throw new CliError(`--canary ${written} is no part of the viewers: write 10%, a role, or auto.`)
  return canary
}

/** The sizes of all files. Scripts and styles get a compressed copy at the portal if they have none. */
function sizesIn(folder: string): { path: string; size: number }[] {
  const paths = globSync('**/*.*', { cwd: folder })
  return paths.flatMap((path) => {
    const bytes = readFileSync(join(folder, path))
    const file = { path, size: bytes.length }
    const isCopied = !/\.(js|css)$/.test(path) || paths.includes(`${path}.gz`)
    return isCopied ? [file] : [file, { path: `${path}.gz`, size: gzipSync(bytes).length }]
  })
}

const whom = (canary: Canary) =>
  'percent' in canary ? `${canary.percent} % of the viewers` : `the role ${canary.role}`

const seconds = (elapsedMs: number) => `${(elapsedMs / 1000).toFixed(1)} s`

/** Explains errors of `portal.json` before the build, whose messages are longer. */
function checkManifest({ name, folder, place }: DeployableRemote): void {
  const manifest = readManifest(folder, { place })
  if (manifest.name !== name)
    throw new CliError(`${place}portal.json is of ${manifest.name}, not of ${name}.`)
}

/** The build to deploy, with its record: one that another tool made, or a new one. */
async function builtOf(
  remote: DeployableRemote,
  dist: string | undefined,
): Promise<{ folder: string; built: BuildRecord }> {
  if (dist !== undefined) {
    const folder = join(remote.folder, dist)
    return { folder, built: recordOfOtherBuild(remote.folder, folder) }
  }
  checkManifest(remote)
  if (!(await remote.build()))
    throw new CliError(`${remote.name} is not deployed: its build failed, for what stands above.`)
  const folder = join(remote.folder, 'dist')
  const content = readFileSync(join(folder, 'portal-build.json'), 'utf8')
  return { folder, built: BuildRecord.parse(JSON.parse(content)) }
}

/** A build at the portal that is not active yet. */
interface Uploaded {
  record: BuildRecord
  integrity: string
  isNew: boolean
  /** `mail 1.4.0-3fa94c21`. */
  what: string
  startedAt: number
}

/** Builds a remote, checks its manifest, size and what it uses of the portal, and uploads it. */
async function upload(
  remote: DeployableRemote,
  portal: OpenPortal,
  { version: wish, anyway, dist, 'served-from': servedFrom }: DeployOptions,
): Promise<Uploaded> {
  const startedAt = performance.now()
  const { name } = remote
  const { folder, built } = await builtOf(remote, dist)
  if (servedFrom !== undefined && !RemoteOrigin.safeParse(servedFrom).success)
    throw new CliError(
      `--served-from ${servedFrom} is no origin: write scheme, host and port alone, as https://parts.example.org.`,
    )
  const version = versionOf(built.version, wish)
  const record = { ...built, version, ...(servedFrom !== undefined && { servedFrom }) }
  const tooHeavy = whyTooHeavy(sizesIn(folder), record.sizeBudgetKb)
  if (tooHeavy !== null)
    throw new CliError(
      `${name} is not deployed: ${tooHeavy}. Make it lighter, or raise portal.sizeBudgetKb in ${remote.place}package.json.`,
    )
  const { isNew, integrity } = await portal.upload(record.version, await packBuild(folder, record))
  const maps = await packSourceMaps(remote.folder, folder)
  const unmapped = maps === null ? null : await portal.uploadMaps(record.version, maps)
  if (unmapped !== null) console.warn(unmapped)
  const { problems, warnings } = await portal.canDeploy(record.version)
  for (const warning of warnings) console.warn(warning)
  if (problems.length > 0 && anyway !== true)
    throw new CliError(
      `${name} ${record.version} is uploaded but not activated:\n${problems.map(({ detail }) => `  ${detail}`).join('\n')}\nBuild it for this portal, or activate it with --anyway, which the history records.`,
    )
  const what = `${name} ${record.version}${isNew ? '' : ' (uploaded before)'}`
  return { record, integrity, isNew, what, startedAt }
}

/**
 * Mounts the uploaded build in a real page and tells the portal. Throws for a failure that `--anyway` does
 * not accept.
 */
async function tried(
  { record, integrity, what }: Uploaded,
  portal: OpenPortal,
  { anyway, cookie, 'no-trial': isSkipped }: DeployOptions,
): Promise<void> {
  const session = cookie ?? process.env['PORTAL_COOKIE'] ?? portal.cookie
  const result =
    isSkipped === true
      ? { outcome: 'not-tried' as const, reason: '--no-trial' }
      : await tryBuild({ record, integrity, origin: portal.origin, cookie: session })
  if (result.outcome === 'not-tried') {
    console.log(`${what} was not tried in a page: ${result.reason}.`)
    return
  }
  await portal.reportTrial(record.version, result)
  if (result.outcome === 'mounted') {
    console.log(`${what} was mounted in a page${session === undefined ? ', without data' : ''}.`)
    return
  }
  const failure = `it failed when it was tried in a page (${result.phase}: ${result.message})`
  if (anyway !== true)
    throw new CliError(
      `${what} is uploaded but not activated: ${failure}. Mend it, or activate it with --anyway, which the history records.`,
    )
  console.log(`${what}: ${failure}.`)
}

/** Uploads a remote, tries it in a page and activates it. */
async function deploy(remote: DeployableRemote, portal: OpenPortal, wishes: DeployOptions): Promise<void> {
  const { canary: part, note } = wishes
  const canary = canaryOf(part)
  const uploaded = await upload(remote, portal, wishes)
  const { record, what, startedAt } = uploaded
  await tried(uploaded, portal, wishes)
  const activated = await portal.activate({
    version: record.version,
    ...(wishes.anyway === true && { anyway: true as const }),
    ...(canary && { canary }),
    ...(note !== undefined && { note }),
  })
  const elapsed = seconds(performance.now() - startedAt)
  if (activated === null) {
    console.log(
      `${what} is uploaded to ${portal.origin}: ${elapsed}. The token may only upload: an administrator activates it in Settings, Modules.`,
    )
    return
  }
  if (canary === undefined)
    console.log(
      `${what} is live at ${portal.origin}${activated.from === null ? '' : `, after ${activated.from}`}: ${elapsed}.`,
    )
  else
    console.log(
      `${what} is tried out by ${whom(canary)} at ${portal.origin}, everybody else keeps ${activated.from ?? 'nothing'}: ${elapsed}.`,
    )
}

/** Uploads a remote and makes the preview of a branch, without activating anything. */
async function preview(
  remote: DeployableRemote,
  portal: OpenPortal,
  branch: string,
  wishes: DeployOptions,
): Promise<void> {
  if (!BranchName.safeParse(branch).success)
    throw new CliError(`--preview ${branch} is no branch name: write it in letters, digits, . _ / and -.`)
  if (wishes.canary !== undefined)
    throw new CliError('A preview is seen by those who open its link: leave --canary out.')
  const { record, what, isNew, startedAt } = await upload(remote, portal, wishes)
  const { path, until } = await portal.preview({
    branch,
    version: record.version,
    forRoles: wishes['for-roles'] === true,
    removeBuild: isNew,
    ...(wishes.anyway === true && { anyway: true as const }),
  })
  const elapsed = seconds(performance.now() - startedAt)
  const whose = wishes['for-roles'] === true ? 'everybody who has the module' : 'those who may deploy it'
  console.log(
    `${what} can be previewed until ${until.slice(0, 10)} by ${whose}: ${elapsed}.\n${portal.origin}${path}`,
  )
}

async function rollback(name: string, portal: OpenPortal, { note }: DeployOptions): Promise<void> {
  const { version, from } = await portal.rollback(note)
  console.log(`${name} is back at ${version} at ${portal.origin}${from === null ? '' : `, after ${from}`}.`)
}

/** Deploys a remote, or reverts its last deployment, as the options say. */
export async function deployRemote(remote: DeployableRemote, wishes: DeployOptions): Promise<void> {
  const { name } = remote
  // Otherwise what was meant for a few would be activated for everybody.
  if (wishes['for-roles'] === true && wishes.preview === undefined)
    throw new CliError('--for-roles is for previews: add --preview BRANCH, or leave it out.')
  const portal = await openPortal({ to: wishes.to, token: wishes.token, remote: name })
  try {
    if (wishes.rollback === true) await rollback(name, portal, wishes)
    else if (wishes.preview !== undefined) await preview(remote, portal, wishes.preview, wishes)
    else await deploy(remote, portal, wishes)
  } finally {
    await portal.leave()
  }
}
