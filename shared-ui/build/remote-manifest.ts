import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RemoteManifest, contractVersion, panelProblem, unknownGuards } from '@portal/contract'
import { satisfy } from '@module-federation/enhanced/runtime'
import webpack from 'webpack'
import type { Compiler, WebpackPluginInstance } from 'webpack'
import { z } from 'zod'

/** Why a remote cannot be built, for its developers. */
export class ManifestError extends Error {}

function readManifest(folder: string): RemoteManifest {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(join(folder, 'portal.json'), 'utf8'))
  } catch (error) {
    throw new ManifestError(
      `portal.json in ${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  const parsed = RemoteManifest.safeParse(content)
  if (!parsed.success)
    throw new ManifestError(`portal.json in ${folder} is not valid:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/**
 * Reads and validates the `portal.json` in a remote's folder. Throws ManifestError for an unknown guard,
 * another contract version, or a panel without its file.
 */
export function manifestOf(folder: string): RemoteManifest {
  const manifest = readManifest(folder)
  const { name, contract } = manifest
  const guards = unknownGuards(manifest)
  if (guards.length > 0)
    throw new ManifestError(`portal.json of ${name} names unknown guards: ${guards.join(', ')}`)
  if (!satisfy(contractVersion, contract))
    throw new ManifestError(
      `portal.json of ${name} needs contract ${contract}, and it is built with ${contractVersion}`,
    )
  const problem = panelProblem(manifest.panels)
  if (problem !== null) throw new ManifestError(`portal.json of ${name} is not valid: ${problem}`)
  for (const { expose } of manifest.panels) {
    const file = panelFile(expose)
    if (!existsSync(join(folder, file)))
      throw new ManifestError(`portal.json of ${name} exposes ${expose}, but ${file} is not there`)
  }
  return manifest
}

/** The file of a panel: `./files-tab` is `src/panels/files-tab.ts`. */
export const panelFile = (expose: string) => `./src/panels/${expose.slice(2)}.ts`

/**
 * Fails the build with a sentence. An error thrown by a configuration is swallowed by webpack-cli, which
 * reports instead that it knows no loader for TypeScript.
 */
export class RefusedBuildPlugin implements WebpackPluginInstance {
  readonly #reason: string
  constructor(reason: string) {
    this.#reason = reason
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('RefusedBuildPlugin', (compilation) => {
      const error = new webpack.WebpackError(`${this.#reason}.`)
      error.hideStack = true
      compilation.errors.push(error)
    })
  }
}
