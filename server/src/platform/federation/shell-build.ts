import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ShellRecord } from '@portal/contract'

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/**
 * The shell's build. Its index.html names every other file by content hash, so the hash of index.html
 * identifies the build.
 */
export async function shellBuild(
  buildsDir: string,
): Promise<{ shell: string; idWith(remotes: Record<string, string>): string }> {
  const shell = hash(await readFile(join(buildsDir, 'shell/dist/index.html'), 'utf8'))
  return {
    shell,
    idWith: (remotes) =>
      hash(
        JSON.stringify([shell, Object.entries(remotes).toSorted(([one], [other]) => (one < other ? -1 : 1))]),
      ),
  }
}

/**
 * The modules that the shell next to the server shares with remotes. Null when the shell is not built or has
 * no record.
 */
export async function shellRecord(buildsDir: string): Promise<ShellRecord | null> {
  const file = join(buildsDir, 'shell/dist/portal-build.json')
  if (!existsSync(file)) return null
  return ShellRecord.safeParse(JSON.parse(await readFile(file, 'utf8'))).data ?? null
}
