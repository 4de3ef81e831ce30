import { expectConsole } from '@portal/shared-ui/test-support'
import { remoteEntry, twoRemotes } from '../test-support/remotes.ts'
import { readRegistry } from './registry.ts'
import { resolveRemote } from './resolve.ts'

const registry = (remotes: unknown[]) => readRegistry({ contract: '1.0.0', remotes })

test('a remote with an entry and its integrity is loaded by name and version', () => {
  expect(resolveRemote('records', registry(twoRemotes()))).toMatchObject({ kind: 'build', build: { container: 'mfe_records_0a1b2c3d' } })
})

test('an entry without integrity is refused, and the other remotes are not touched by it', () => {
  const { integrity: _, ...bare } = remoteEntry('mail', [])
  const remotes = registry([bare, ...twoRemotes()])
  expect(resolveRemote('mail', remotes)).toMatchObject({ kind: 'refused', version: '1.0.0-0a1b2c3d' })
  expect(resolveRemote('permits', remotes)).toMatchObject({ kind: 'build' })
})

test('97: an entry of another host is refused, whatever its integrity', () => {
  for (const entry of [
    'https://evil.example/remotes/mail/remoteEntry.js',
    '//evil.example/remotes/mail/remoteEntry.js',
    'javascript:alert(1)',
    '/api/../remotes/mail.js',
  ])
    expect(resolveRemote('mail', registry([{ ...remoteEntry('mail', []), entry }]))).toMatchObject({ kind: 'refused' })
})

test('a remote made for another contract is refused', () => {
  const entry = remoteEntry('mail', [])
  const remotes = registry([{ ...entry, manifest: { ...entry.manifest, contract: '^9.0.0' } }])
  expect(resolveRemote('mail', remotes)).toMatchObject({ kind: 'refused', reason: 'It was made for another version of the portal.' })
})

test('a remote that is off has nothing to load, one that is absent is missing', () => {
  const { entry: _entry, integrity: _integrity, ...off } = remoteEntry('mail', [])
  expect(resolveRemote('mail', registry([{ ...off, state: 'off' }]))).toEqual({ kind: 'disabled' })
  expect(resolveRemote('files', registry([]))).toEqual({ kind: 'missing' })
})

test('nonsense in the registry is left out with a line in the log', () => {
  expectConsole(/An entry of the registry was left out/)
  expect(registry([{ name: 'mail' }, ...twoRemotes()]).map((remote) => remote.name)).toEqual(['permits', 'records'])
})
