import type { RemoteLoad } from '@portal/contract'
import { expectConsole } from '@portal/shared-ui/test-support'
import { remoteEntry } from '../test-support/remotes.ts'
import { RemoteApplication } from './remote-application.ts'
import type { Lifecycles } from './remote-application.ts'
import type { RemoteState } from './remote-state.ts'

afterEach(() => jest.useRealTimers())

/** A remote `inspections` with these lifecycles, and what the page learns about it. */
function given(lifecycles: Lifecycles<object>) {
  const states: RemoteState[] = []
  const loads: RemoteLoad[] = []
  const application = new RemoteApplication<object>('inspections', {
    runtime: { register: () => {}, load: () => Promise.resolve(lifecycles) },
    remotes: () => Promise.resolve([remoteEntry('inspections', [])]),
    propsFor: () => ({}),
    onState: (_name, state) => states.push(state),
    onLoad: (load) => loads.push(load),
    overrideOf: () => null,
  })
  return { application, states, loads }
}

test('a remote whose bootstrap hangs is shown as failed after ten seconds, and its team learns of it', async () => {
  jest.useFakeTimers()
  expectConsole(/The part "inspections" failed: TimeoutError/)
  const nothing = () => Promise.resolve()
  const begun = Promise.withResolvers<void>()
  const { application, states, loads } = given({
    bootstrap: () => {
      begun.resolve()
      return new Promise(() => {})
    },
    mount: nothing,
    unmount: nothing,
  })
  const entering = application.enter()
  await begun.promise
  await jest.advanceTimersByTimeAsync(9_999)
  expect(states.at(-1)?.kind).toBe('loading')
  await jest.advanceTimersByTimeAsync(1)
  await entering
  expect(states.at(-1)).toMatchObject({
    kind: 'failed',
    detail: 'TimeoutError: It did not answer within 10 seconds.',
  })
  expect(loads).toMatchObject([{ remote: 'inspections', outcome: 'failed', phase: 'mount' }])
})
