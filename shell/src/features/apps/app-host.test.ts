import { MessageChannel as NodeChannel } from 'node:worker_threads'
import { waitFor } from '@testing-library/react'
import { appLimits } from '@portal/contract/app-protocol'
import { AppHost } from './app-host.ts'
import type { AppHostOptions } from './app-host.ts'

// jsdom has no channels; those of Node behave alike.
Reflect.set(globalThis, 'MessageChannel', NodeChannel)

const nonce = '0123456789abcdef0123456789abcdef'
const hosts: AppHost[] = []
const ports: MessagePort[] = []
afterEach(() => {
  for (const host of hosts.splice(0)) host.end()
  for (const port of ports.splice(0)) port.close()
  document.body.replaceChildren()
})

interface Given {
  call?: AppHostOptions['call']
  onStopped?: AppHostOptions['onStopped']
}

/** A frame with an app, and the portal's side of it. */
function startHost({ call = () => Promise.resolve({}), onStopped = () => undefined }: Given = {}) {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const app = frame.contentWindow
  if (app === null) throw new Error('The frame has no window.')
  const welcomed = jest.spyOn(app, 'postMessage').mockImplementation(() => undefined)
  const heights: number[] = []
  const host = new AppHost({
    nonce,
    appWindow: () => app,
    context: { theme: 'dark', language: 'es', record: null },
    call,
    onHeight: (height) => heights.push(height),
    onReady: () => undefined,
    onStopped,
  })
  hosts.push(host)
  const hello = (data: unknown, source: Window = app, origin = 'null') =>
    window.dispatchEvent(new MessageEvent('message', { data, source, origin }))
  return { app, host, hello, welcomed, heights }
}

const right = { portal: 'hello', nonce, versions: [1, 7] }

/** Shakes hands, and returns what the app hears and how it speaks. */
function connected(given: Given = {}) {
  const started = startHost(given)
  started.hello(right)
  const port: unknown = started.welcomed.mock.calls[0]?.at(2)
  const [mine] = Array.isArray(port) ? port : []
  ports.push(mine)
  const heard: { id?: number; result?: unknown; error?: { code: string }; context?: unknown }[] = []
  mine.addEventListener('message', ({ data }: MessageEvent<string>) => heard.push(JSON.parse(data)))
  mine.start()
  const ask = (id: number, method: string, params: unknown) =>
    mine.postMessage(JSON.stringify({ version: 1, id, method, params }))
  const responseOf = async (id: number) => {
    await waitFor(() => expect(heard.some((each) => each.id === id)).toBe(true), { timeout: 20_000 })
    return heard.find((each) => each.id === id)
  }
  return { ...started, heard, ask, responseOf, post: (data: unknown) => mine.postMessage(data) }
}

test('only the window of the app with the nonce and without an origin gets the port, and gets it once', () => {
  const { hello, welcomed } = startHost()
  hello(right, window)
  hello(right, undefined, 'https://maps.example')
  hello({ ...right, nonce: 'f'.repeat(32) })
  hello({ ...right, more: true })
  hello('hello')
  expect(welcomed).not.toHaveBeenCalled()
  hello(right)
  hello(right)
  expect(welcomed).toHaveBeenCalledTimes(1)
  expect(welcomed.mock.calls[0]?.[0]).toEqual({ portal: 'welcome', nonce, version: 1 })
})

test('an app without a version in common is stopped', () => {
  const onStopped = jest.fn()
  const { hello, welcomed } = startHost({ onStopped })
  hello({ ...right, versions: [2] })
  expect(onStopped).toHaveBeenCalledWith('version')
  expect(welcomed).not.toHaveBeenCalled()
})

test('the app learns its context at first and after changes', async () => {
  const { host, heard } = connected()
  host.update({ theme: 'light', language: 'es', record: { collection: 'permits', pid: 'P' } })
  await waitFor(() => expect(heard).toHaveLength(2))
  expect(heard.map(({ context }) => context)).toEqual([
    { theme: 'dark', language: 'es', record: null },
    { theme: 'light', language: 'es', record: { collection: 'permits', pid: 'P' } },
  ])
})

test('what is no request is refused with its reason, and reaches no call', async () => {
  const call = jest.fn(() => Promise.resolve({}))
  const { ask, responseOf, post, heard, heights } = connected({ call })
  post({ version: 1, id: 1, method: 'profile.get', params: {} })
  post('x'.repeat(appLimits.messageLength + 1))
  post('not json')
  post('{"version":2,"id":1,"method":"profile.get","params":{}}')
  await waitFor(() => expect(heard.filter(({ error }) => error)).toHaveLength(4))
  expect(heard.flatMap(({ error }) => error?.code ?? [])).toEqual([
    'invalid',
    'too-large',
    'invalid',
    'invalid',
  ])
  ask(2, 'records.list', { collection: 'users' })
  expect(await responseOf(2)).toHaveProperty('error.code', 'invalid')
  ask(3, 'frame.resize', { height: 1_000_000 })
  expect(await responseOf(3)).toHaveProperty('result', { height: appLimits.maxHeight })
  expect(heights).toEqual([appLimits.maxHeight])
  expect(call).not.toHaveBeenCalled()
})

test('at most eight calls are open, and the end of the frame cancels them', async () => {
  const signals: AbortSignal[] = []
  const { host, ask, responseOf, heard } = connected({
    call: (_call, signal) => {
      signals.push(signal)
      return new Promise(() => undefined)
    },
  })
  for (let id = 1; id <= appLimits.openCalls + 1; id += 1) ask(id, 'profile.get', {})
  expect(await responseOf(appLimits.openCalls + 1)).toHaveProperty('error.code', 'too-many')
  expect(signals).toHaveLength(appLimits.openCalls)
  host.end()
  expect(signals.every(({ aborted }) => aborted)).toBe(true)
  expect(heard).toHaveLength(2)
})

test('above 120 calls a minute calls are refused, above 600 messages the app is stopped', async () => {
  const onStopped = jest.fn()
  const call = jest.fn(() => Promise.resolve({}))
  const { ask, responseOf } = connected({ call, onStopped })
  for (let id = 1; id <= appLimits.callsPerMinute; id += 1) {
    ask(id, 'profile.get', {})
    await responseOf(id)
  }
  ask(500, 'profile.get', {})
  expect(await responseOf(500)).toHaveProperty('error.code', 'too-many')
  expect(call).toHaveBeenCalledTimes(appLimits.callsPerMinute)
  for (let count = 0; count < appLimits.messagesPerMinute; count += 1) ask(1000 + count, 'constructor', {})
  await waitFor(() => expect(onStopped).toHaveBeenCalledWith('flood'), { timeout: 20_000 })
}, 60_000)
