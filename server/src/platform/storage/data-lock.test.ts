import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { lockDataDir } from './data-lock.ts'

const script = join(import.meta.dirname, '../../test-support/hold-data-lock.ts')
/** Runs a command as a container does: with a network, processes and shared memory of its own. */
const container = ['unshare', '--net', '--pid', '--ipc', '--fork', '--kill-child']
const hasContainers = spawnSync('unshare', [...container.slice(1), 'true']).status === 0

let folder: string
let children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-lock-'))
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await rm(folder, { recursive: true, force: true })
})

/** Tries to lock the folder in another process. Returns the process and the line it prints. */
async function lockElsewhere(dataDir: string, prefix: readonly string[] = []) {
  const [program, ...args] = [...prefix, process.execPath, script, dataDir]
  assert.ok(program)
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [printed]: unknown[] = await once(child.stdout, 'data')
  return { child, line: String(printed).trim() }
}

test('a folder in use is refused with the process that uses it, until that process ends', async () => {
  const { child, line } = await lockElsewhere(folder)
  assert.equal(line, 'locked')
  await assert.rejects(lockDataDir(folder), new RegExp(`in use by another server \\(process ${child.pid}\\)`))
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  const lock = await lockDataDir(folder)
  await assert.rejects(lockDataDir(folder), /in use by another server/)
  await lock.release()
  assert.deepEqual(await readdir(folder), [])
})

test(
  'a folder in use by another container is refused, until that container ends',
  { skip: !hasContainers && 'this system allows no namespaces' },
  async () => {
    const { child, line } = await lockElsewhere(folder, container)
    assert.equal(line, 'locked')
    const second = await lockElsewhere(folder, container)
    assert.match(second.line, /in use by another server/)
    await assert.rejects(lockDataDir(folder), /in use by another server/)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    // The processes in a container end a moment after it.
    let later = ''
    for (let attempt = 0; later !== 'locked' && attempt < 50; attempt += 1) {
      later = (await lockElsewhere(folder, container)).line
    }
    assert.equal(later, 'locked')
  },
)

test('a folder with a long path is locked too', async () => {
  const deep = join(folder, ...Array.from({ length: 12 }, (_, at) => `folder-of-some-length-${at}`))
  const lock = await lockDataDir(deep)
  const { line } = await lockElsewhere(deep)
  assert.match(line, /in use by another server/)
  await lock.release()
})

test(
  'of several servers that start at once after a crash, one gets the folder',
  { skip: !hasContainers && 'this system allows no namespaces' },
  async () => {
    const { child } = await lockElsewhere(folder)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    const lines = await Promise.all(Array.from({ length: 6 }, () => lockElsewhere(folder, container)))
    assert.ok(lines.filter(({ line }) => line === 'locked').length <= 1)
  },
)
