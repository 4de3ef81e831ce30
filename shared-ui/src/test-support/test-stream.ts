import { act } from '@testing-library/react'
import type { LiveHandlers } from '../stream/live.ts'

const nothing = () => undefined
/** A shell that does nothing about what the stream tells it. */
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

/** The browser's own stream, whose server is the test. */
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

/** Puts it in the place of the browser's. */
export function installTestStream(): void {
  TestStream.opened = []
  Object.defineProperty(globalThis, 'EventSource', { value: TestStream, configurable: true, writable: true })
}

/** The stream the page has opened. Throws while there is none. */
export function testStream(): TestStream {
  const [only] = TestStream.opened
  if (only === undefined) throw new Error('No stream was opened')
  return only
}
