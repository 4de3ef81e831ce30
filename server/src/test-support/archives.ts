import { gzipSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import type { BuildRecord, BuildUses, RemoteManifest } from '@portal/contract'
import { pack } from 'tar-stream'
import type { Header } from 'tar-stream'

export interface ArchiveEntry extends Partial<Header> {
  name: string
  content?: string | Buffer
}

/** A gzip tar of these entries, with any names. */
export async function packed(entries: readonly ArchiveEntry[]): Promise<Buffer> {
  const archive = pack()
  for (const { content = '', ...header } of entries) archive.entry(header, content)
  archive.finalize()
  return gzipSync(await buffer(archive))
}

/** A manifest with one page, named like the remote. */
export function manifestOf(name: string, manifest: Partial<RemoteManifest> = {}): RemoteManifest {
  const route = { path: `/${name}`, guard: 'auth', layout: 'default' } as const
  return {
    name,
    owner: 'Tests',
    contract: '^1.0.0',
    routes: [route],
    panels: [],
    collections: [],
    apis: [],
    ...manifest,
  }
}

export interface BuildOptions {
  name: string
  version: string
  code?: string
  manifest?: Partial<RemoteManifest>
  shared?: Record<string, string>
  uses?: BuildUses
  sizeBudgetKb?: number | undefined
}

/** A build archive as `npm run deploy` creates it. */
export async function packedBuild({
  name,
  version,
  code = `var ${name}`,
  manifest = {},
  shared,
  uses,
  sizeBudgetKb,
}: BuildOptions): Promise<Buffer> {
  const record: BuildRecord = {
    name,
    version,
    entry: 'remoteEntry.js',
    manifest: manifestOf(name, manifest),
    ...(shared === undefined ? {} : { shared }),
    ...(uses === undefined ? {} : { uses }),
    sizeBudgetKb,
  }
  return packed([
    { name: './', type: 'directory' },
    { name: './remoteEntry.js', content: code },
    { name: './assets/one.0a1b2c3d4e.js', content: `console.log(${JSON.stringify(code)})` },
    { name: './portal-build.json', content: JSON.stringify(record) },
  ])
}
