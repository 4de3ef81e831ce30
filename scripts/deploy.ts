import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  BuildRecord,
  RemoteManifest,
  contentHashOf,
  toCanary,
  unknownGuards,
  whyTooHeavy,
} from '@portal/contract'
import type { Canary } from '@portal/contract'
import { buildStale } from './build.ts'
import { openPortal } from './deploy/portal.ts'
import type { OpenPortal } from './deploy/portal.ts'
import { packBuild } from './deploy/pack-build.ts'
import { CliError } from './deploy/cli-error.ts'
import { root, seconds } from './run.ts'

const usage = `npm run deploy -- <remote> [--to URL] [--token T] [--version V] [--canary N%|role] [--note TEXT]
npm run deploy -- <remote> --rollback [--to URL] [--token T] [--note TEXT]`

/** Names of the existing remotes, without the prefix `mfe-`. */
const remotes = globSync('mfe-*/portal.json', { cwd: root }).map((file) =>
  file.replace(/^mfe-([^/\\]+)[/\\].*$/, '$1'),
)

function readArguments() {
  const text = { type: 'string' } as const
  const options = {
    to: text,
    token: text,
    version: text,
    canary: text,
    note: text,
    rollback: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new CliError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

function remoteNamed(positionals: readonly string[]): string {
  const names = [...new Set(positionals.map((name) => name.replace(/^mfe-/, '')))]
  const [name] = names
  if (name === undefined || names.length > 1)
    throw new CliError(`Name one remote (${remotes.join(', ')}):\n${usage}`)
  if (!remotes.includes(name))
    throw new CliError(
      `There is no remote ${name}: choose one of ${remotes.join(', ')}, or make it with npm run new-remote -- ${name}.`,
    )
  return name
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'))
  } catch (error) {
    throw new CliError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

/** Validates `portal.json` and explains errors. Checks that need the code are part of the build. */
function checkManifest(name: string): void {
  const file = `mfe-${name}/portal.json`
  const parsed = RemoteManifest.safeParse(readJson(file))
  if (!parsed.success) {
    throw new CliError(
      `${file} is not valid: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`,
    )
  }
  const guards = unknownGuards(parsed.data)
  if (parsed.data.name !== name) throw new CliError(`${file} is of ${parsed.data.name}, not of ${name}.`)
  if (guards.length > 0) throw new CliError(`${file} names the unknown guard ${guards.join(', ')}.`)
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

function canaryOf(text: string | undefined): Canary | undefined {
  if (text === undefined) return undefined
  const canary = toCanary(text)
  if (canary === null) throw new CliError(`--canary ${text} is no part of the viewers: write 10%, or a role.`)
  return canary
}

const sizesIn = (folder: string) =>
  globSync('**/*.*', { cwd: folder }).map((path) => ({ path, size: statSync(join(folder, path)).size }))

const whom = (canary: Canary) =>
  'percent' in canary ? `${canary.percent} % of the viewers` : `the role ${canary.role}`

type Wishes = Record<'version' | 'canary' | 'note', string | undefined>

async function deploy(
  name: string,
  portal: OpenPortal,
  { version: wish, canary: part, note }: Wishes,
): Promise<void> {
  const startedAt = performance.now()
  const canary = canaryOf(part)
  checkManifest(name)
  if ((await buildStale([`mfe-${name}`])).length > 0)
    throw new CliError(`${name} is not deployed: its build failed, for what stands above.`)
  const folder = join(root, `mfe-${name}`, 'dist')
  const built = BuildRecord.parse(JSON.parse(readFileSync(join(folder, 'portal-build.json'), 'utf8')))
  const record = { ...built, version: versionOf(built.version, wish) }
  const tooHeavy = whyTooHeavy(sizesIn(folder), record.sizeBudgetKb)
  if (tooHeavy !== null)
    throw new CliError(
      `${name} is not deployed: ${tooHeavy}. Make it lighter, or raise portal.sizeBudgetKb in mfe-${name}/package.json.`,
    )
  const archive = await packBuild(folder, record)
  const { isNew } = await portal.upload(record.version, archive)
  const activated = await portal.activate({
    version: record.version,
    ...(canary && { canary }),
    ...(note !== undefined && { note }),
  })
  const elapsed = seconds(performance.now() - startedAt)
  const what = `${name} ${record.version}${isNew ? '' : ' (uploaded before)'}`
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

async function rollback(name: string, portal: OpenPortal, { note }: Wishes): Promise<void> {
  const { version, from } = await portal.rollback(note)
  console.log(`${name} is back at ${version} at ${portal.origin}${from === null ? '' : `, after ${from}`}.`)
}

try {
  const { values, positionals } = readArguments()
  const { rollback: isBack, to, token, version, canary, note } = values
  const name = remoteNamed(positionals)
  const portal = await openPortal({ to, token, remote: name })
  const wishes = { version, canary, note }
  try {
    await (isBack === true ? rollback(name, portal, wishes) : deploy(name, portal, wishes))
  } finally {
    await portal.leave()
  }
} catch (error) {
  if (!(error instanceof CliError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
