import { act, screen, waitFor } from '@testing-library/react'
import { initialConfiguration, collections } from '@portal/contract'
import { QueryObserver, useQuery } from '@tanstack/react-query'
import { configurationAtom, loadConfiguration } from '../portal/configuration.ts'
import { createPortalStore } from '../portal/portal-store.ts'
import { createQueryClient } from '../portal/query-client.ts'
import { listQuery } from '../records/list/record-queries.ts'
import { sessionAtom } from '../session/session.ts'
import { crudHandler, expectConsole, personAs, renderRoutes, server } from '../test-support/index.ts'
import { installTestStream, testStream, TestStream } from '../test-support/test-stream.ts'
import { followLive } from './live.ts'

beforeEach(installTestStream)

const task = (pid: string, title: string, version = 1) => ({ pid, title, version })
function TaskTitles() {
  const { data } = useQuery(listQuery(collections.tasks, { page: 1, searchToken: '' }))
  return (
    <ul>
      {data?.records.map((record) => (
        <li key={record.pid}>{String(record['title'])}</li>
      ))}
    </ul>
  )
}

/** A page that lists tasks, and a server whose tasks the test changes. */
async function openTasks(first: ReturnType<typeof task>[]) {
  const side = { tasks: first, lists: 0, patches: 0, configurations: 0 }
  server.use(
    crudHandler(({ apiPath, query }) => {
      if (apiPath === 'config') {
        side.configurations += 1
        return { body: { ...initialConfiguration(), version: 7 } }
      }
      if (apiPath !== 'tasks') return undefined
      const wanted = JSON.stringify(query?.['filter'] ?? null)
      const found =
        wanted === 'null' ? side.tasks : side.tasks.filter(({ pid }) => wanted.includes(`"${pid}"`))
      if (wanted === 'null') side.lists += 1
      else side.patches += 1
      return { body: { tasks: found, metadata: { count: found.length, page: 1, pageSize: 50 } } }
    }),
  )
  const queryClient = createQueryClient()
  const store = createPortalStore()
  const alerts: string[] = []
  const told = { alerts, changes: 0, waiting: 0, configurations: 0, registries: 0, isUp: true }
  const page = renderRoutes([{ path: '/', element: <TaskTitles /> }], '/', { as: 'team', queryClient })
  const stop = followLive({
    person: '01PERSON',
    store,
    queryClient,
    onAlert: (pid) => told.alerts.push(pid),
    onNotification: (pid) => told.alerts.push(pid),
    onWaiting: () => (told.waiting += 1),
    onAlertsChanged: () => (told.changes += 1),
    onConfiguration: () => (told.configurations += 1),
    onRegistry: () => (told.registries += 1),
    onMissed: () => (told.changes += 1),
    onConnection: (isUp) => (told.isUp = isUp),
  })
  await screen.findByText(first[0]?.title ?? '')
  return { ...page, side, store, queryClient, told, stop }
}

const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 20)))
const titles = () => screen.getAllByRole('listitem').map((item) => item.textContent)

test("somebody else's change shows in the row where it stands, and no row moves", async () => {
  const { side, stop } = await openTasks([task('A', 'First'), task('B', 'Second'), task('C', 'Third')])
  side.tasks = [task('C', 'Third, renamed', 2), task('A', 'First'), task('B', 'Second')]
  testStream().send('record', { collection: 'tasks', pid: 'C', action: 'update', version: 2 })
  await screen.findByText('Third, renamed')
  expect(titles()).toEqual(['First', 'Second', 'Third, renamed'])
  expect(side).toMatchObject({ lists: 1, patches: 1 })
  stop()
})

test('what this page wrote itself is not read once more', async () => {
  const { side, told, stop } = await openTasks([task('A', 'First', 4)])
  testStream().send('record', { collection: 'tasks', pid: 'A', action: 'update', version: 4 })
  testStream().send('record', { collection: 'alerts', pid: 'X', action: 'update', version: 2 })
  await waitFor(() => expect(told.changes).toBe(1))
  side.tasks = [task('A', 'First, later', 5)]
  testStream().send('record', { collection: 'tasks', pid: 'A', action: 'update', version: 5 })
  await screen.findByText('First, later')
  expect(side).toMatchObject({ lists: 1, patches: 1 })
  stop()
})

test('alerts, notifications and another release are told by name; a new configuration is loaded (contract.md 7)', async () => {
  const { store, told, stop } = await openTasks([task('A', 'First')])
  testStream().send('alert', { collection: 'alerts', pid: 'X', action: 'create', version: 1 })
  testStream().send('notification', { collection: 'notifications', pid: 'Y', action: 'create', version: 1 })
  testStream().send('registry', { name: 'mail', action: 'activate' })
  expect(told).toMatchObject({ alerts: ['X', 'Y'], registries: 1, waiting: 1 })
  testStream().send('mail', {})
  expect(told.waiting).toBe(2)
  testStream().send('config', { version: 7 })
  await waitFor(() => expect(store.get(configurationAtom)?.version).toBe(7))
  expect(told.configurations).toBe(1)
  stop()
})

test('a configuration that was changed between the page and its stream is found by what the stream begins with; one that is known is not asked for again', async () => {
  const { side, store, told, stop } = await openTasks([task('A', 'First')])
  const role = initialConfiguration().roles.team
  store.set(sessionAtom, { state: 'signed-in', user: { ...personAs('team'), ...role } })
  await loadConfiguration(store)
  testStream().send('config', { version: 7 })
  await settle()
  expect([told.configurations, side.configurations]).toEqual([0, 1])

  // The person came with other pages than the configuration, read a moment later, gives the role.
  store.set(sessionAtom, {
    state: 'signed-in',
    user: { ...personAs('team'), ...role, pages: { '/tasks': false } },
  })
  testStream().send('config', { version: 7 })
  await waitFor(() => expect(told.configurations).toBe(1))
  stop()
})

test('a tab that comes later hears the version of the configuration from the tab that has the stream', async () => {
  const { stop } = await openTasks([task('A', 'First')])
  testStream().send('config', { version: 7 })
  const heard: unknown[] = []
  const late = new BroadcastChannel('portal-stream-01PERSON')
  late.addEventListener('message', (event: MessageEvent<unknown>) => heard.push(event.data))
  late.postMessage({ kind: 'hello' })
  await waitFor(() => expect(heard).toContainEqual({ kind: 'event', name: 'config', data: '{"version":7}' }))
  late.close()
  stop()
})

test('what came while the stream was away for long is read again, and an answer that is no stream is tried again', async () => {
  const { side, told, stop } = await openTasks([task('A', 'First')])
  side.tasks = [task('A', 'First, changed meanwhile', 2)]
  expectConsole(/next try in 5 s/)
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] })
  try {
    testStream().readyState = TestStream.CLOSED
    testStream().dispatchEvent(new Event('error'))
    expect(told.isUp).toBe(false)
    act(() => void jest.advanceTimersByTime(5_000))
    expect(TestStream.opened).toHaveLength(2)
    act(() => void TestStream.opened[1]?.dispatchEvent(new Event('open')))
  } finally {
    jest.useRealTimers()
  }
  await screen.findByText('First, changed meanwhile')
  expect(told.isUp).toBe(true)
  stop()
  expect(TestStream.opened[1]?.readyState).toBe(TestStream.CLOSED)
})

test('mail that arrives makes mailboxes, and the mail related to a record, be read again (contract.md 7)', async () => {
  const { queryClient, stop } = await openTasks([task('A', 'First')])
  const keys = [
    ['mail', 'own', 'folders'],
    ['records', 'permits', 'P', 'related'],
  ]
  for (const key of keys) queryClient.setQueryData(key, {})
  testStream().send('mail', {
    collection: 'mail',
    pid: 'team@portal.example',
    action: 'received',
    version: 0,
  })
  await waitFor(() =>
    expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true]),
  )
  expect(queryClient.getQueryState(['records', 'tasks', 'list'])?.isInvalidated ?? false).toBe(false)
  stop()
})

test('a condition that changed is read again wherever conditions are open, with the steps they stand in the way of (contract.md 7)', async () => {
  const { queryClient, stop } = await openTasks([task('A', 'First')])
  const keys = [
    ['records', 'permits', 'record', 'P', 'conditions'],
    ['steps', 'rts', 'R', 3],
    ['records', 'permits', 'record', 'P', 'notes'],
  ]
  for (const key of keys) queryClient.setQueryData(key, {})
  testStream().send('record', { collection: 'conditions', pid: 'C', action: 'update', version: 2 })
  await waitFor(() =>
    expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, false]),
  )
  stop()
})

test('F7: after a reset whatever is on screen is read anew, of every remote, and the shell looks after its own (contract.md 11.5)', async () => {
  const { side, queryClient, told, stop } = await openTasks([task('A', 'First')])
  const reads = { mail: 0, files: 0, settings: 0 }
  const watched = (['mail', 'files', 'settings'] as const).map((remote) =>
    new QueryObserver(queryClient, {
      queryKey: [remote, 'shown'],
      queryFn: () => (reads[remote] += 1),
      staleTime: Infinity,
    }).subscribe(() => undefined),
  )
  queryClient.setQueryData(['mail', 'left'], 'old')
  await waitFor(() => expect(reads).toEqual({ mail: 1, files: 1, settings: 1 }))
  side.tasks = [task('A', 'First, changed meanwhile', 2)]
  testStream().send('reset', {})
  await screen.findByText('First, changed meanwhile')
  await waitFor(() => expect(reads).toEqual({ mail: 2, files: 2, settings: 2 }))
  expect(queryClient.getQueryState(['mail', 'left'])?.isInvalidated).toBe(true)
  expect(told.changes).toBe(1)
  for (const unwatch of watched) unwatch()
  stop()
})

test('F6: a stream that is lost before its first event is read anew for when it is back, a later one is told by the server what it missed', async () => {
  const { told, stop } = await openTasks([task('A', 'First')])
  const comeBack = () => {
    testStream().dispatchEvent(new Event('error'))
    act(() => void testStream().dispatchEvent(new Event('open')))
  }
  comeBack()
  expect(told.changes).toBe(1)
  testStream().send('config', { version: 7 })
  comeBack()
  expect(told.changes).toBe(1)
  stop()
})
