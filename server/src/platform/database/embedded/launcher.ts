import { spawn } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { access, chown, constants, realpath, stat } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { NoBinariesError } from './binaries.ts'
import type { Binaries } from './binaries.ts'

/** `nobody` on every Unix; no account has to be created. */
const otherUid = 65_534

/** Starts PostgreSQL's programs, which refuse to run as root. */
export interface Launcher {
  kind: 'direct' | 'other-user' | 'setpriv'
  spawn(program: string, args: readonly string[], options: SpawnOptions): ChildProcess
  /** Makes the user PostgreSQL runs as the owner of a folder or file. */
  own(path: string): Promise<void>
}

/** True when any user may pass through the folder and all its parents. */
export async function isOpenToAll(path: string): Promise<boolean> {
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    const { mode } = await stat(folder)
    if ((mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

async function findProgram(name: string): Promise<string | null> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter).concat('/usr/bin', '/bin')) {
    const path = join(folder, name)
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (folder !== '' && isThere) return path
  }
  return null
}

const directLauncher: Launcher = {
  kind: 'direct',
  spawn: (program, args, options) => spawn(program, args, { cwd: '/', ...options }),
  own: async () => undefined,
}

const ownByOther = (path: string) => chown(path, otherUid, otherUid)

const otherUserLauncher: Launcher = {
  kind: 'other-user',
  spawn: (program, args, options) =>
    spawn(program, args, { cwd: '/', ...options, uid: otherUid, gid: otherUid }),
  own: ownByOther,
}

/**
 * Runs PostgreSQL as another user that may read through closed folders (capability dac_read_search), for a
 * portal in root's home folder. The drawback: the database's superuser could read any file. This is one
 * reason why the portal connects as a role without superuser rights.
 */
function setprivLauncher(setpriv: string): Launcher {
  const rights = [
    '--inh-caps',
    '+dac_read_search',
    '--ambient-caps',
    '+dac_read_search',
    '--securebits',
    '+no_setuid_fixup',
  ]
  const become = ['--reuid', String(otherUid), '--regid', String(otherUid), '--clear-groups', ...rights]
  return {
    kind: 'setpriv',
    spawn: (program, args, options) =>
      spawn(setpriv, [...become, program, ...args], { cwd: '/', ...options }),
    own: ownByOther,
  }
}

/**
 * Chooses how PostgreSQL is started on this machine. `home` is the folder for its data. Throws
 * NoBinariesError when it cannot be started.
 */
export async function chooseLauncher(binaries: Binaries, home: string): Promise<Launcher> {
  if (process.getuid?.() !== 0) return directLauncher
  if ((await isOpenToAll(dirname(home))) && (await isOpenToAll(binaries.native))) return otherUserLauncher
  const setpriv = process.platform === 'linux' ? await findProgram('setpriv') : null
  if (setpriv !== null) return setprivLauncher(setpriv)
  throw new NoBinariesError(
    `PostgreSQL does not run as root, and no other user can enter ${dirname(home)} or the portal's own folder`,
  )
}
