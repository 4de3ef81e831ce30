import { act } from '@testing-library/react'
import type { LiveHandlers } from '../stream/live.ts'

const nothing = () => undefined
/** Stream handlers that do nothing. */
export const quietShell: LiveHandlers = {
  onAlert: nothing,
  onAlertsChanged: nothing,
  onNotification: nothing,
  onWaiting: nothing,
  onConfiguration: nothing,
  onRegistry: nothing,
  onMissed: nothing,
  onConnection: nothing,
}

/** A replacement for EventSource, to which the test sends events. */
export class TestStream extends EventTarget {
  static readonly CLOSED = 2
  static opened: TestStream[] = []
  readonly url: string
  readyState = 1
  constructor(url: string) {
    super()
    this.url = url
    TestStream.opened.push(this)
  }

  close(): void {
    this.readyState = TestStream.CLOSED
  }

  send(name: string, data: unknown): void {
    act(() => {
      this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
    })
  }
}

/** Replaces the browser's EventSource. */
export function installTestStream(): void {
  TestStream.opened = []
  Object.defineProperty(globalThis, 'EventSource', { value: TestStream, configurable: true, writable: true })
}

/** The stream that the page has opened. Throws if there is none. */
export function testStream(): TestStream {
  const [only] = TestStream.opened
  if (only === undefined) throw new Error('No stream was opened')
  return only
}
