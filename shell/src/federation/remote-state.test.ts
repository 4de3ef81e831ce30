import { nextState } from './remote-state.ts'
import type { RemoteEvent, RemoteState } from './remote-state.ts'

const after = (...events: RemoteEvent[]): RemoteState =>
  events.reduce<RemoteState>(nextState, { kind: 'idle' })
const broke: RemoteEvent = {
  kind: 'broke',
  reason: 'The code could not be loaded.',
  detail: 'ChunkLoadError',
}

test('a remote goes through resolving and loading to ready', () => {
  expect(after({ kind: 'wanted' })).toEqual({ kind: 'resolving', attempt: 1 })
  expect(after({ kind: 'wanted' }, { kind: 'resolved', version: '1.0.0-a' })).toEqual({
    kind: 'loading',
    version: '1.0.0-a',
    attempt: 1,
  })
  expect(after({ kind: 'wanted' }, { kind: 'resolved', version: '1.0.0-a' }, { kind: 'loaded' })).toEqual({
    kind: 'ready',
    version: '1.0.0-a',
  })
})

test('a failure keeps the version it concerns, and every attempt is counted', () => {
  const failed = after({ kind: 'wanted' }, { kind: 'resolved', version: '1.0.0-a' }, broke)
  expect(failed).toMatchObject({ kind: 'failed', version: '1.0.0-a', attempt: 1 })
  expect(nextState(failed, { kind: 'wanted' })).toEqual({ kind: 'resolving', attempt: 2 })
})

test('a late answer changes nothing', () => {
  const left = after({ kind: 'wanted' }, { kind: 'resolved', version: '1.0.0-a' }, { kind: 'left' })
  expect(left).toEqual({ kind: 'idle' })
  expect(nextState(left, { kind: 'loaded' })).toEqual({ kind: 'idle' })
  expect(nextState(left, { kind: 'resolved', version: '1.0.0-b' })).toEqual({ kind: 'idle' })
})

test('a remote that was switched off does not become a failed one', () => {
  expect(after({ kind: 'wanted' }, { kind: 'switched-off' }, broke)).toEqual({ kind: 'disabled' })
})
