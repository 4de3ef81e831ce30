import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { BuildRecord, LatestBuild, manifestText, splitManifest } from '@portal/contract'
import type { RegistryEntry, RemoteManifest } from '@portal/contract'
import { readManifest } from '../read-manifest.ts'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wav': 'audio/wav',
  '.woff2': 'font/woff2',
}

const integrityOf = (bytes: Buffer | string) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** The remotes of a registry as they were sent. Only their names are read; the rest stays as it is. */
function remotesOf(registry: object): unknown[] {
  const remotes: unknown = Reflect.get(registry, 'remotes')
  if (!Array.isArray(remotes)) throw new Error('the portal sent no registry')
  return remotes
}

const isNamed = (remote: unknown, name: string) =>
  typeof remote === 'object' && remote !== null && 'name' in remote && remote.name === name

/** The build of the remote under development: what the portal's answers say about it instead of its own. */
export class LocalBuild {
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

  /** The file behind a URL below `/remotes/<name>/`, or null when the URL is of another build. */
  async file(path: string): Promise<{ bytes: Buffer; type: string } | null> {
    const { name, version } = await this.#record()
    const prefix = `/remotes/${name}/${version}/`
    if (!path.startsWith(prefix)) return null
    const inside = normalize(path.slice(prefix.length))
    if (inside.startsWith('..')) return null
    const bytes = await readFile(join(this.#folder, 'dist', inside)).catch(() => null)
    return bytes && { bytes, type: types[extname(inside)] ?? 'application/octet-stream' }
  }

  /** The registry of the portal with this build in place of the deployed one. */
  async inRegistry(registry: unknown): Promise<object> {
    if (typeof registry !== 'object' || registry === null) throw new Error('the portal sent no registry')
    const others = remotesOf(registry)
    const { name, version, entry } = await this.#record()
    const { manifest, slots } = splitManifest(this.manifest())
    const own: RegistryEntry = {
      name,
      version,
      manifest,
      manifestIntegrity: integrityOf(manifestText(manifest)),
      slots,
      state: 'on',
      entry: `/remotes/${name}/${version}/${entry}`,
      integrity: integrityOf(await readFile(join(this.#folder, 'dist', entry))),
    }
    return { ...registry, remotes: [...others.filter((remote) => !isNamed(remote, name)), own] }
  }

  /** The portal's current versions with that of this build. */
  async inLatest(latest: unknown): Promise<LatestBuild> {
    const parsed = LatestBuild.parse(latest)
    const { name, version } = await this.#record()
    return { ...parsed, remotes: { ...parsed.remotes, [name]: version } }
  }
}
