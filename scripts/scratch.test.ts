import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeScratch } from './scratch.ts'

const parent = mkdtempSync(join(tmpdir(), 'scratch-'))
after(() => rmSync(parent, { recursive: true, force: true }))

test('the temporary files of a run are removed with its folder', () => {
  const { env, remove } = makeScratch(parent, 0)
  const folder = env.TMPDIR ?? ''
  writeFileSync(join(folder, 'left'), 'x')
  remove()
  assert.equal(existsSync(folder), false)
})

test('a run removes the folder of a killed run, and not that of a running one', () => {
  const ended = spawnSync(process.execPath, ['-e', '']).pid
  const [killed, running] = [
    join(parent, `portal-run-${ended}-a`),
    join(parent, `portal-run-${process.pid}-b`),
  ]
  for (const folder of [killed, running]) mkdirSync(folder)
  makeScratch(parent, 0).remove()
  assert.deepEqual(
    [killed, running].map((folder) => existsSync(folder)),
    [false, true],
  )
})

test('a file system that a killed run left mounted does not end the next run', (context) => {
  const ended = spawnSync(process.execPath, ['-e', '']).pid
  const mounted = join(parent, `portal-run-${ended}-c`, 'disk')
  mkdirSync(mounted, { recursive: true })
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', mounted]).status !== 0)
    return context.skip('only root can mount a file system')
  const warn = context.mock.method(console, 'warn', () => undefined)
  try {
    makeScratch(parent, 0).remove()
  } finally {
    spawnSync('umount', [mounted])
  }
  assert.match(
    String(warn.mock.calls[0]?.arguments[0]),
    /of a test run that was killed could not be removed: /,
  )
})

test('without a file system in memory or enough room in it, a run uses the temporary folder of the system', () => {
  assert.deepEqual(makeScratch(join(parent, 'absent'), 0).env, {})
  assert.deepEqual(makeScratch(parent, Number.MAX_SAFE_INTEGER).env, {})
})
