import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Path of clamd on this machine, which is rarely in PATH; null when it is not installed. */
export async function findClamd(): Promise<string | null> {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/opt/homebrew/sbin',
  ]
  for (const folder of folders) {
    const path = join(folder, 'clamd')
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return null
}

export interface RunningClamd {
  /** In the format of `CLAMD_URL`. */
  address: string
  close(): Promise<void>
}

/** A ClamAV signature by content: these bytes at any offset in any type of file. */
const signatureOf = (name: string, content: string) => `${name}:0:*:${Buffer.from(content).toString('hex')}\n`

/** Starts a daemon that knows only these signatures and accepts files up to `mostMb`. */
export async function runClamd(
  path: string,
  signatures: Readonly<Record<string, string>>,
  mostMb: number,
): Promise<RunningClamd> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-clamd-'))
  const [database, socket] = [join(folder, 'signatures'), join(folder, 'socket')]
  await mkdir(database)
  const lines = Object.entries(signatures).map(([name, content]) => signatureOf(name, content))
  await writeFile(join(database, 'tests.ndb'), lines.join(''))
  const settings = [
    `LocalSocket ${socket}`,
    `DatabaseDirectory ${database}`,
    'Foreground yes',
    `StreamMaxLength ${mostMb}M`,
  ]
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  const child = spawn(path, [`--config-file=${join(folder, 'clamd.conf')}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'close')
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  while (
    !(await access(socket).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`clamd ended with ${child.exitCode}: ${said}`)
    await wait(50)
  }
  return { address: `unix:${socket}`, close }
}
