import { RemoteLoads, judgedAfterMountMs } from '@portal/contract'
import { LoadReports } from './load-reports.ts'
import { culpritOf } from './page-errors.ts'

const build = { remote: 'plots', version: '1.0.0-0a1b2c3d' }
const at = (path: string) => `${location.origin}/remotes/plots/1.0.0-0a1b2c3d/${path}`

/** A rejection with a stack, as browsers write it. */
function thrown(message: string, stack: string, name = 'TypeError'): Error {
  const error = new Error(message)
  error.name = name
  error.stack = stack
  return error
}

function reject(reason: unknown): void {
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
}

/** The reports of one page. Each page of a test has its own; those of earlier tests send nothing. */
function openReports() {
  const sent: RemoteLoads[] = []
  const side = { isSignedIn: true, isBusy: false, sent }
  const reports = new LoadReports({
    maySend: () => side.isSignedIn,
    isBusy: () => side.isBusy,
    send: (each) => sent.push(RemoteLoads.parse(each)),
  })
  reports.watch()
  return { side, reports }
}

beforeEach(() => {
  jest.useFakeTimers()
  history.replaceState(null, '', '/plots')
})
afterEach(() => void jest.useRealTimers())

test('errors are charged to the remote whose script is nearest to them, in the wording of each browser', () => {
  const culprit = { ...build, place: 'assets/78.502a5bf1cb.js:1:2045' }
  const shell = `${location.origin}/assets/shell.js:1:9`
  for (const stack of [
    `TypeError: x\n    at f (${shell})\n    at async g (${at('assets/78.502a5bf1cb.js:1:2045')})\n    at h (${shell})`,
    `g@${at('assets/78.502a5bf1cb.js:1:2045')}\nh@${shell}`,
    `\n${at('assets/78.502a5bf1cb.js?retry=2:1:2045')}`,
  ])
    expect(culpritOf(stack)).toEqual(culprit)
  expect(culpritOf(`ChunkLoadError: Loading chunk 78 failed.\n(${at('assets/78.js')})`)).toEqual({
    ...build,
    place: 'assets/78.js',
  })
  // A remote may be served from another origin, at the same path.
  expect(culpritOf('f (https://parts.example/remotes/plots/1.0.0-0a1b2c3d/a.js:1:1)')).toEqual({
    ...build,
    place: 'a.js:1:1',
  })
  for (const stack of ['', `f (${shell})`, 'f (https://elsewhere.example/plots/1.0.0-0a1b2c3d/a.js:1:1)'])
    expect(culpritOf(stack)).toBeNull()
})

test('a page sends its loads and errors in one call, equal errors once, and what was canceled not at all', () => {
  const { side, reports } = openReports()
  reports.note({ ...build, outcome: 'loaded', phases: { mount: 12 } })
  const stack = `at f (${at('a.js:1:2')})`
  jest.advanceTimersByTime(1_000)
  reject(thrown('x is undefined', stack))
  reject(thrown('x is undefined', stack))
  reject(thrown('later', stack))
  reject(thrown('gone', stack, 'AbortError'))
  reject('a text without a stack')
  dispatchEvent(
    new ErrorEvent('error', {
      error: null,
      message: 'Script error',
      filename: at('b.js'),
      lineno: 3,
      colno: 4,
    }),
  )
  reports.notePanel('files', '2.0.0-1b2c3d4e', thrown('no panel', stack))
  expect(side.sent).toEqual([])
  jest.advanceTimersByTime(3_000)
  const path = '/plots'
  expect(side.sent).toEqual([
    {
      loads: [{ ...build, outcome: 'loaded', phases: { mount: 12 } }],
      errors: [
        {
          ...build,
          kind: 'rejection',
          message: 'TypeError: x is undefined',
          place: 'a.js:1:2',
          path,
          sinceMountMs: 1_000,
        },
        // Only the first error of a mount counts for its version.
        { ...build, kind: 'rejection', message: 'TypeError: later', place: 'a.js:1:2', path },
        { ...build, kind: 'error', message: 'Error: Script error', place: 'b.js:3:4', path },
        {
          remote: 'files',
          version: '2.0.0-1b2c3d4e',
          kind: 'panel',
          message: 'TypeError: no panel',
          place: '',
          path,
        },
      ],
    },
  ])
  side.isSignedIn = false
})

test('an error after more than a minute counts for no mount', () => {
  const { side, reports } = openReports()
  reports.note({ ...build, outcome: 'loaded', phases: {} })
  jest.advanceTimersByTime(judgedAfterMountMs)
  reject(thrown('late', at('a.js:1:2')))
  jest.advanceTimersByTime(3_000)
  expect(side.sent.flatMap(({ errors = [] }) => errors)).toEqual([
    { ...build, kind: 'rejection', message: 'TypeError: late', place: 'a.js:1:2', path: '/plots' },
  ])
  side.isSignedIn = false
})

test('nothing is sent while the page waits for data, and everything when it is hidden', () => {
  const { side, reports } = openReports()
  side.isBusy = true
  reports.note({ ...build, outcome: 'loaded', phases: {} })
  jest.advanceTimersByTime(12_000)
  expect(side.sent).toEqual([])
  side.isBusy = false
  jest.advanceTimersByTime(3_000)
  expect(side.sent).toHaveLength(1)

  reject(thrown('at the end', at('a.js:1:2')))
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(side.sent).toHaveLength(2)
  jest.restoreAllMocks()
  jest.advanceTimersByTime(60_000)
  expect(side.sent).toHaveLength(2)
  side.isSignedIn = false
})

test('a page that fails in a loop sends a bounded number of reports', () => {
  const { side, reports } = openReports()
  for (let round = 0; round < 20; round += 1) {
    for (let index = 0; index < 100; index += 1) reject(thrown(`${round} ${index}`, at('a.js:1:2')))
    jest.advanceTimersByTime(3_000)
  }
  expect(side.sent.flatMap(({ errors = [] }) => errors)).toHaveLength(50)
  side.isSignedIn = false
  reports.note({ ...build, outcome: 'loaded', phases: {} })
  jest.advanceTimersByTime(3_000)
  expect(side.sent).toHaveLength(3)
})
