import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { BuildRecord, manifestText, splitManifest } from '@portal/contract'
import type { LatestBuild, RemoteManifest } from '@portal/contract'
import { readManifest } from '../read-manifest.ts'
import { withEntry, withVersion } from './proxied-build.ts'
import type { ProxiedBuild } from './proxied-build.ts'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wav': 'audio/wav',
  '.woff2': 'font/woff2',
}

/** `sha384-<base64>`, as the registry names it. */
export const integrityOf = (bytes: Buffer | string) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** The build of the remote under development: what the portal's answers say about it instead of its own. */
export class LocalBuild implements ProxiedBuild {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The current `portal.json`, so that a new menu label shows at the next reload. */
  manifest(): RemoteManifest {
    return readManifest(this.#folder)
  }

  async #record(): Promise<BuildRecord> {
    const text = await readFile(join(this.#folder, 'dist/portal-build.json'), 'utf8')
    return BuildRecord.parse(JSON.parse(text))
  }

  async file(path: string): Promise<{ bytes: Buffer; type: string } | null> {
    const { name, version } = await this.#record()
    const prefix = `/remotes/${name}/${version}/`
    if (!path.startsWith(prefix)) return null
    const inside = normalize(path.slice(prefix.length))
    if (inside.startsWith('..')) return null
    const bytes = await readFile(join(this.#folder, 'dist', inside)).catch(() => null)
    return bytes && { bytes, type: types[extname(inside)] ?? 'application/octet-stream' }
  }

  async inRegistry(registry: unknown): Promise<object> {
    const { name, version, entry } = await this.#record()
    const { manifest, slots } = splitManifest(this.manifest())
    return withEntry(registry, {
      name,
      version,
      manifest,
      manifestIntegrity: integrityOf(manifestText(manifest)),
      slots,
      state: 'on',
      entry: `/remotes/${name}/${version}/${entry}`,
      integrity: integrityOf(await readFile(join(this.#folder, 'dist', entry))),
    })
  }

  async inLatest(latest: unknown): Promise<LatestBuild> {
    const { name, version } = await this.#record()
    return withVersion(latest, name, version)
  }
}
