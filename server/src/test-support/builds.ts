import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { RemoteManifest } from '@portal/contract'
import { manifestOf } from './archives.ts'

export interface BuildOptions {
  name?: string
  version?: string
  manifest?: Partial<RemoteManifest>
  code?: string
}

/** Creates a folder like the repository root, with a built shell. */
export async function givenBuilds(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-builds-'))
  const shell = join(folder, 'shell/dist')
  await mkdir(join(shell, 'assets'), { recursive: true })
  await writeFile(
    join(shell, 'index.html'),
    [
      '<meta name="csp-nonce" content="__STYLE_NONCE__"><meta name="portal-demo" content="__DEMO__">',
      '<meta name="portal-frozen" content="__FROZEN__"><meta name="portal-session" content="__SESSION__"><meta name="portal-overrides" content="__OVERRIDES__"><link rel="__PORTAL_FILE__" as="script"><div id="portal"></div>',
    ].join(''),
  )
  const script = `console.log(${JSON.stringify('portal '.repeat(200))})`
  await writeFile(join(shell, 'main.3fa94c21.js'), script)
  await writeFile(join(shell, 'main.3fa94c21.js.br'), brotliCompressSync(script))
  await writeFile(join(shell, 'main.3fa94c21.js.gz'), gzipSync(script))
  return folder
}

/** Adds a built remote next to the shell. */
export async function givenRemoteBuild(
  folder: string,
  { name = 'mail', version = '0.1.0-aaaaaaaa', manifest = {}, code = 'var mfe' }: BuildOptions = {},
): Promise<void> {
  const dist = join(folder, `mfe-${name}`, 'dist')
  await mkdir(dist, { recursive: true })
  await writeFile(join(dist, 'remoteEntry.js'), code)
  await writeFile(
    join(dist, 'portal-build.json'),
    JSON.stringify({ name, version, entry: 'remoteEntry.js', manifest: manifestOf(name, manifest) }),
  )
}
