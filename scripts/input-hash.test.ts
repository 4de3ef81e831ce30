import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { installedBy } from '../shared-ui/build/input-hash.ts'
import { addToLockfile } from './new-remote/workspace.ts'
import { root } from './run.ts'

const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')

test('adding a remote does not outdate other builds, another version of a dependency outdates all', () => {
  const withRemote = addToLockfile(lockfile, 'inspections')
  assert.ok(withRemote.includes('"mfe-inspections"'))
  assert.equal(installedBy(withRemote), installedBy(lockfile))
  const { packages } = JSON.parse(lockfile)
  packages['node_modules/react'].version = '99.0.0'
  assert.notEqual(installedBy(JSON.stringify({ packages })), installedBy(lockfile))
})
