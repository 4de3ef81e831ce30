import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  Lockfile,
  unlockedOptionals,
  unusedPlaces,
  unverifiedPlaces,
  withoutUnused,
  withoutUnverified,
} from './lock-entries.ts'

const read = (path = '../package-lock.json') =>
  Lockfile.parse(JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8')))

test('S-30: every installed package has an integrity hash in the lockfile, the pinned Node too', () => {
  for (const lock of [read(), read('node/package-lock.json')]) {
    assert.deepEqual(unverifiedPlaces(lock), [])
    assert.deepEqual(
      unlockedOptionals(lock),
      [],
      'nothing asks for an optional package the lock file does not hold, so npm ci runs',
    )
  }
})

test('S-30: an optional package without a hash is removed with all references, a required one is an error', () => {
  const tool = {
    version: '1.0.0',
    integrity: 'sha512-x',
    optionalDependencies: { 'tool-linux': '1.0.0', 'tool-mac': '1.0.0' },
  }
  const packages = {
    '': { dependencies: { tool: '1.0.0' } },
    contract: { version: '1.0.0' },
    'node_modules/@portal/contract': { link: true },
    'node_modules/tool': tool,
    'node_modules/tool-linux': { version: '1.0.0', integrity: 'sha512-y', optional: true },
    'node_modules/tool-mac': { version: '1.0.0', optional: true },
  }
  const repaired = withoutUnverified({ packages })
  assert.deepEqual(repaired.packages['node_modules/tool'], {
    ...tool,
    optionalDependencies: { 'tool-linux': '1.0.0' },
  })
  assert.ok(!('node_modules/tool-mac' in repaired.packages))
  assert.deepEqual([unverifiedPlaces(repaired), unlockedOptionals(repaired)], [[], []])
  assert.throws(
    () => withoutUnverified({ packages: { 'node_modules/bare': { version: '1.0.0' } } }),
    /bare has no integrity and is not optional/,
  )
})

test('packages that nothing loads are not installed, and what asks for them no longer does', () => {
  assert.deepEqual(unusedPlaces(read()), [])
  const packages = {
    '': { dependencies: { pdfjs: '1.0.0' } },
    'node_modules/pdfjs': {
      version: '1.0.0',
      optionalDependencies: { '@napi-rs/canvas': '1.0.0' },
      peerDependencies: { '@rspack/core': '2.0.0', webpack: '5.0.0' },
    },
    'node_modules/@napi-rs/canvas': { version: '1.0.0', optional: true },
    'node_modules/@napi-rs/canvas-linux-x64-gnu': { version: '1.0.0', optional: true },
    'node_modules/@napi-rs/wasm-runtime': { version: '1.0.0' },
    'node_modules/@rspack/core': { version: '2.0.0', peer: true },
  }
  assert.deepEqual(withoutUnused({ packages }).packages, {
    '': packages[''],
    'node_modules/pdfjs': { version: '1.0.0', peerDependencies: { webpack: '5.0.0' } },
    'node_modules/@napi-rs/wasm-runtime': packages['node_modules/@napi-rs/wasm-runtime'],
  })
})
