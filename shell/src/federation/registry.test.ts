import { inEnglish, localizeOnScreen } from '@portal/contract'
import { setLanguage } from '@portal/shared-ui/i18n'
import { expectConsole, screenInSpanish } from '@portal/shared-ui/test-support'
import { remoteEntry, twoRemotes } from '../test-support/remotes.ts'
import { readRegistry, servedOrigins } from './registry.ts'
import { reasonsEs } from './reasons.es.ts'
import { earlierVersion, resolveRemote } from './resolve.ts'
import type { Resolution } from './resolve.ts'
import { TimeoutError } from './with-timeout.ts'

afterEach(() => setLanguage('en'))

const reasonIn = (resolution: Resolution) =>
  resolution.kind === 'refused' ? inEnglish(resolution.reason) : null

const registry = (remotes: unknown[]) => readRegistry({ contract: '1.0.0', remotes })

test('a remote with an entry and its integrity is loaded by name and version', () => {
  expect(resolveRemote('records', registry(twoRemotes()))).toMatchObject({
    kind: 'build',
    build: { container: 'mfe_records_0a1b2c3d' },
  })
})

test('an entry without integrity is refused, and the other remotes still load', () => {
  const { integrity: _, ...bare } = remoteEntry('mail', [])
  const remotes = registry([bare, ...twoRemotes()])
  expect(resolveRemote('mail', remotes)).toMatchObject({ kind: 'refused', version: '1.0.0-0a1b2c3d' })
  expect(resolveRemote('permits', remotes)).toMatchObject({ kind: 'build' })
})

test('97: an entry of another host is refused, whatever its integrity, unless it is that of a version', () => {
  for (const entry of [
    'https://evil.example/remotes/mail/remoteEntry.js',
    'https://user@evil.example/remotes/mail/1.0.0-0a1b2c3d/remoteEntry.js',
    '//evil.example/remotes/mail/remoteEntry.js',
    'javascript:alert(1)',
    '/api/../remotes/mail.js',
  ])
    expect(resolveRemote('mail', registry([{ ...remoteEntry('mail', []), entry }]))).toMatchObject({
      kind: 'refused',
    })
  const entry = 'https://parts.example/remotes/mail/1.0.0-0a1b2c3d/remoteEntry.js'
  const listed = registry([{ ...remoteEntry('mail', []), entry }])
  expect(resolveRemote('mail', listed)).toMatchObject({ kind: 'build', build: { entry } })
})

test('a remote built for another contract is refused, and both versions are named', () => {
  const entry = remoteEntry('mail', [])
  const remotes = registry([{ ...entry, manifest: { ...entry.manifest, contract: '^9.0.0' } }])
  expect(reasonIn(resolveRemote('mail', remotes))).toBe(
    'It works with version ^9.0.0 of the contract between shell and parts, and this portal has 1.0.0.',
  )
})

test('a remote of an older or newer contract loads if it declares support for this one, and is refused otherwise', () => {
  const outcome = (contract: string) => {
    const entry = remoteEntry('mail', [])
    return resolveRemote('mail', registry([{ ...entry, manifest: { ...entry.manifest, contract } }]))
  }
  for (const range of ['>=0.8.0 <2.0.0', '^1.0.0 || ^3.0.0'])
    expect(outcome(range)).toMatchObject({ kind: 'build' })
  for (const range of ['^0.8.0', '^1.2.0']) {
    const reason = `It works with version ${range} of the contract between shell and parts, and this portal has 1.0.0.`
    expect(reasonIn(outcome(range))).toBe(reason)
  }
})

test('an entry whose manifest has no hash is refused; the previous version is offered with its own hash and contract', () => {
  const entry = remoteEntry('mail', [])
  const { manifestIntegrity: _, ...bare } = entry
  expect(resolveRemote('mail', registry([bare]))).toMatchObject({
    kind: 'refused',
    reason: 'The server does not vouch for its manifest.',
  })
  const previous = {
    version: '0.9.0-9f8e7d6c',
    entry: '/remotes/mail/0.9.0-9f8e7d6c/remoteEntry.js',
    integrity: entry.integrity,
    contract: '^1.0.0',
  }
  const remotes = registry([{ ...entry, previous }])
  expect(earlierVersion('mail', remotes)).toBe('0.9.0-9f8e7d6c')
  expect(resolveRemote('mail', remotes, true)).toMatchObject({
    kind: 'build',
    build: { version: '0.9.0-9f8e7d6c', container: 'mfe_mail_9f8e7d6c' },
  })
  const tooOld = registry([{ ...entry, previous: { ...previous, contract: '^0.4.0' } }])
  expect(resolveRemote('mail', tooOld, true)).toMatchObject({ kind: 'refused', version: '0.9.0-9f8e7d6c' })
})

test('a remote that is off loads nothing, and one that is absent is missing', () => {
  const { entry: _entry, integrity: _integrity, ...off } = remoteEntry('mail', [])
  expect(resolveRemote('mail', registry([{ ...off, state: 'off' }]))).toEqual({ kind: 'disabled' })
  expect(resolveRemote('files', registry([]))).toEqual({ kind: 'missing' })
})

test('an invalid registry entry is skipped and logged', () => {
  expectConsole(/An entry of the registry was left out/)
  expect(registry([{ name: 'mail' }, ...twoRemotes()]).map((remote) => remote.name)).toEqual([
    'permits',
    'records',
  ])
})

test('a Spanish screen says in Spanish why a remote did not open', async () => {
  await screenInSpanish(() => import('../spanish.ts'))
  const entry = remoteEntry('mail', [])
  const refused = resolveRemote(
    'mail',
    registry([{ ...entry, manifest: { ...entry.manifest, contract: '^9.0.0' } }]),
  )
  expect(refused.kind === 'refused' && localizeOnScreen(refused.reason)).toBe(
    'Funciona con la versión ^9.0.0 del contrato entre el portal y sus módulos, y este portal tiene la 1.0.0.',
  )
  expect(localizeOnScreen(new TimeoutError(10_000).reason)).toBe('No respondió en 10 segundos.')
  const { manifestIntegrity: _, ...bare } = entry
  const unknown = resolveRemote('mail', registry([bare]))
  expect(unknown.kind === 'refused' && reasonsEs[inEnglish(unknown.reason)]).toBeTruthy()
})

test('the origins that serve builds are those of entries that stand elsewhere', () => {
  const [own, other] = twoRemotes()
  const entry = `https://parts.example/remotes/${other?.name}/${other?.version}/remoteEntry.js`
  expect(servedOrigins(registry([own, { ...other, entry }]))).toEqual(['https://parts.example'])
  expect(servedOrigins(registry(twoRemotes()))).toEqual([])
})
