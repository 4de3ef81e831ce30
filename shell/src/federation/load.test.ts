import { remoteEntry, TestRuntime } from '../test-support/remotes.ts'
import { entryScript, loadExposed } from './load.ts'
import type { ResolvedBuild } from './resolve.ts'

const integrity = `sha384-${'A'.repeat(64)}`
const build = (hash: string): ResolvedBuild => ({
  name: 'records',
  version: `1.0.0-${hash}`,
  container: `mfe_records_${hash}`,
  entry: `/remotes/records/1.0.0-${hash}/remoteEntry.js`,
  integrity,
  owner: 'Test team',
  manifest: remoteEntry('records', []).manifest,
  manifestIntegrity: null,
})

test('an entry runs with the integrity from the registry, and not without one', async () => {
  await loadExposed({ runtime: new TestRuntime(), build: build('aaaa'), expose: './app' })
  const script = entryScript(`${location.origin}/remotes/records/1.0.0-aaaa/remoteEntry.js`)
  expect(script.integrity).toBe(integrity)
  expect(() => entryScript(`${location.origin}/remotes/records/other.js`)).toThrow('has no integrity')
})

test('a hanging load fails after ten seconds, and the next attempt starts over', async () => {
  jest.useFakeTimers()
  const runtime = new TestRuntime()
  runtime.faults.set('records', 'hang')
  const hanging = loadExposed({ runtime, build: build('bbbb'), expose: './app' })
  const outcome = expect(hanging).rejects.toThrow('It did not answer within 10 seconds.')
  await jest.advanceTimersByTimeAsync(10_000)
  await outcome
  jest.useRealTimers()

  runtime.faults.clear()
  await expect(loadExposed({ runtime, build: build('bbbb'), expose: './app' })).resolves.toHaveProperty(
    'mount',
  )
  expect(runtime.registered).toEqual(['mfe_records_bbbb', 'mfe_records_bbbb__2'])
  // The retry requests a new URL with the same integrity, because nothing waits for that URL yet.
  expect(entryScript(`${location.origin}/remotes/records/1.0.0-bbbb/remoteEntry.js?retry=2`).integrity).toBe(
    integrity,
  )
})

test('an entry that did not run is explained with version and owner: wrong hash, an HTML page, or not found', async () => {
  const runtime = new TestRuntime()
  runtime.faults.set('records', new Error('#RUNTIME-008'))
  const response = { now: new Response('var other') }
  const asking = Object.assign(runtime, { ask: () => Promise.resolve(response.now) })
  const load = (hash: string) => loadExposed({ runtime: asking, build: build(hash), expose: './app' })
  await expect(load('dddd')).rejects.toThrow(
    'The code of version 1.0.0-dddd of the part "records" (owner: Test team) is not what the portal vouches for (integrity): its hash is another one, so it was refused.',
  )
  response.now = new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
  await expect(load('eeee')).rejects.toThrow(
    'In place of the code of version 1.0.0-eeee of the part "records" (owner: Test team) the server sent a page.',
  )
  response.now = new Response(null, { status: 404 })
  await expect(load('ffff')).rejects.toThrow(
    'The server has no code for version 1.0.0-ffff of the part "records" (owner: Test team): it answered 404.',
  )
})

test('leftovers of a failed attempt do not affect the next one', async () => {
  const runtime = new TestRuntime()
  runtime.faults.set('records', new Error('#RUNTIME-008'))
  const leftover = document.createElement('script')
  leftover.type = 'text/plain'
  leftover.src = '/remotes/records/1.0.0-cccc/511.js'
  document.head.append(leftover)
  await expect(loadExposed({ runtime, build: build('cccc'), expose: './app' })).rejects.toThrow()
  runtime.faults.clear()
  await loadExposed({ runtime, build: build('cccc'), expose: './app' })
  expect(leftover.isConnected).toBe(false)
})
