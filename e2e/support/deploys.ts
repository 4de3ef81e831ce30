import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BuildRecord, contentHashOf } from '@portal/contract'
import { packBuild } from '@portal/remote-cli/pack-build'
import { openPortal } from '@portal/remote-cli/open-portal'

const root = join(import.meta.dirname, '../..')

/** The archive of a remote's build, with its name and version. */
export interface Release {
  name: string
  version: string
  archive: Buffer
}

/**
 * The built remote as a new release: the same code under another hash, so that container, URLs and chunks
 * differ from every earlier release. `contract` is the range of contracts it declares.
 */
export async function releaseOf(name: string, number: string, contract?: string): Promise<Release> {
  const built = join(root, `mfe-${name}/dist`)
  const folder = mkdtempSync(join(tmpdir(), `portal-release-${name}-`))
  try {
    cpSync(built, folder, { recursive: true })
    const record = BuildRecord.parse(JSON.parse(readFileSync(join(folder, 'portal-build.json'), 'utf8')))
    const hash = createHash('sha256').update(`${record.version} ${number}`).digest('hex').slice(0, 8)
    for (const file of globSync('**/*.{br,gz}', { cwd: folder })) rmSync(join(folder, file))
    for (const file of globSync('**/*.js', { cwd: folder })) {
      const code = readFileSync(join(folder, file), 'utf8')
      writeFileSync(join(folder, file), code.replaceAll(contentHashOf(record.version), hash))
    }
    const manifest = contract === undefined ? record.manifest : { ...record.manifest, contract }
    const version = `${number}-${hash}`
    return { name, version, archive: await packBuild(folder, { ...record, version, manifest }) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Uploads and activates a release, like `npm run deploy`. Throws with the portal's message when it is
 * refused.
 */
export async function deploy({ name, version, archive }: Release, to: string): Promise<void> {
  const portal = await openPortal({ to, token: undefined, remote: name })
  try {
    await portal.upload(version, archive)
    await portal.activate({ version })
  } finally {
    await portal.leave()
  }
}
