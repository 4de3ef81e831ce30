import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RemoteManifest, panelProblem, unknownGuards, unseenTexts } from '@portal/contract'
import { CliError } from './cli-error.ts'

function readJson(file: string, shown: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CliError(`${shown} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

interface ReadOptions {
  /** The folder in messages: `mfe-mail/`, or '' for the folder in which the user is. */
  place?: string
  /** Whether each panel must have its file, as in a build of the portal's own tools. */
  checksPanels?: boolean
}

/**
 * Reads `portal.json` in a remote's folder and explains errors. Whether the contract version fits is checked
 * by the build.
 */
export function readManifest(
  folder: string,
  { place = '', checksPanels = true }: ReadOptions = {},
): RemoteManifest {
  const shown = `${place}portal.json`
  const parsed = RemoteManifest.safeParse(readJson(join(folder, 'portal.json'), shown))
  if (!parsed.success) {
    throw new CliError(
      `${shown} is not valid: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`,
    )
  }
  const guards = unknownGuards(parsed.data)
  if (guards.length > 0) throw new CliError(`${shown} names the unknown guard ${guards.join(', ')}.`)
  const [unseen] = unseenTexts(null, parsed.data, '')
  if (unseen !== undefined)
    throw new CliError(`${shown} has a text of which nothing can be seen: ${unseen.path}.`)
  const problem = panelProblem(parsed.data.panels)
  if (problem !== null) throw new CliError(`${shown} is not valid: ${problem}.`)
  for (const { expose } of checksPanels ? parsed.data.panels : []) {
    const file = `src/panels/${expose.slice(2)}.ts`
    if (!existsSync(join(folder, file)))
      throw new CliError(`${shown} exposes ${expose}, but ${place}${file} does not exist.`)
  }
  return parsed.data
}
