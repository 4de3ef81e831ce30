import {
  AppCall,
  AppHello,
  AppRequest,
  AppResize,
  appLimits,
  appProtocol,
} from '@portal/contract/app-protocol'
import type { AppContext, AppErrorCode, AppMessage } from '@portal/contract/app-protocol'
import { ApiProblem } from '@portal/shared-ui'

/** Why an app was stopped. */
export type StopReason = 'silent' | 'flood' | 'version'

export interface AppHostOptions {
  nonce: string
  /** The window of the app, while its frame has one. */
  appWindow(): Window | null
  context: AppContext
  call(call: AppCall, signal: AbortSignal): Promise<unknown>
  onHeight(height: number): void
  onReady(): void
  onStopped(reason: StopReason): void
}

class CallFault extends Error {
  readonly code: AppErrorCode
  constructor(code: AppErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

const codeByStatus: Readonly<Record<number, AppErrorCode>> = {
  400: 'invalid',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
  422: 'invalid',
  429: 'too-many',
}

function faultOf(error: unknown, isLate: boolean): { code: AppErrorCode; message: string } {
  if (error instanceof CallFault) return { code: error.code, message: error.message }
  if (isLate) return { code: 'timeout', message: `The call took longer than ${appLimits.callMs / 1000} s.` }
  if (!(error instanceof ApiProblem)) return { code: 'failed', message: 'The call failed.' }
  const code =
    error.problem.code === 'not-in-scope' ? 'not-in-scope' : (codeByStatus[error.status] ?? 'failed')
  return { code, message: error.message }
}

/** Counts events in windows of a minute. */
class MinuteCount {
  #startedAt = -Infinity
  #count = 0

  /** Counts one event. Returns how many there were in this minute. */
  add(): number {
    const now = performance.now()
    if (now - this.#startedAt >= 60_000) {
      this.#startedAt = now
      this.#count = 0
    }
    this.#count += 1
    return this.#count
  }
}

/**
 * The portal's side of one app in one frame. It gives the window that knows the nonce a MessagePort, once,
 * and answers what comes through it within bounds. Every message is JSON text, so that its size is known
 * before it is read and nothing but data arrives.
 */
export class AppHost {
  readonly #options: AppHostOptions
  readonly #messages = new MinuteCount()
  readonly #calls = new MinuteCount()
  readonly #open = new Set<AbortController>()
  readonly #helloTimer: ReturnType<typeof setTimeout>
  #context: AppContext
  #port: MessagePort | null = null
  #isEnded = false

  constructor(options: AppHostOptions) {
    this.#options = options
    this.#context = options.context
    this.#helloTimer = setTimeout(() => this.#stop('silent'), appLimits.helloMs)
    window.addEventListener('message', this.#onWindowMessage)
  }

  readonly #onWindowMessage = (event: MessageEvent<unknown>): void => {
    const source = this.#options.appWindow()
    // A sandboxed app has no origin, which browsers write as `null`; whoever has one is not the app.
    if (source === null || event.source !== source || event.origin !== 'null' || this.#port !== null) return
    const hello = AppHello.safeParse(event.data)
    if (!hello.success || hello.data.nonce !== this.#options.nonce) return
    if (!hello.data.versions.includes(appProtocol)) return this.#stop('version')
    clearTimeout(this.#helloTimer)
    window.removeEventListener('message', this.#onWindowMessage)
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    port1.addEventListener('message', (message) => this.#hear(message))
    port1.start()
    const welcome = { portal: 'welcome', nonce: this.#options.nonce, version: appProtocol }
    // An origin that is opaque cannot be named. The policy of the frame lets only the app's origin load
    // there.
    source.postMessage(welcome, '*', [port2])
    this.#send({ version: appProtocol, context: this.#context })
    this.#options.onReady()
  }

  /** Tells the app of another theme, language or record. */
  update(context: AppContext): void {
    this.#context = context
    this.#send({ version: appProtocol, context })
  }

  /** Ends the port and every call. Nothing that the app still sends is heard. */
  end(): void {
    this.#isEnded = true
    clearTimeout(this.#helloTimer)
    window.removeEventListener('message', this.#onWindowMessage)
    this.#port?.close()
    for (const call of this.#open) call.abort()
    this.#open.clear()
  }

  #stop(reason: StopReason): void {
    if (this.#isEnded) return
    this.end()
    this.#options.onStopped(reason)
  }

  #send(message: AppMessage): void {
    if (!this.#isEnded) this.#port?.postMessage(JSON.stringify(message))
  }

  #refuse(id: number | null, code: AppErrorCode, message: string): void {
    this.#send({ version: appProtocol, id, error: { code, message } })
  }

  #hear({ data, ports }: MessageEvent<unknown>): void {
    if (this.#isEnded) return
    if (this.#messages.add() > appLimits.messagesPerMinute) return this.#stop('flood')
    for (const port of ports) port.close()
    if (typeof data !== 'string' || ports.length > 0)
      return this.#refuse(null, 'invalid', 'A message is JSON text without ports.')
    if (data.length > appLimits.messageLength)
      return this.#refuse(null, 'too-large', `A message has at most ${appLimits.messageLength} characters.`)
    const request = readRequest(data)
    if (request === null) return this.#refuse(null, 'invalid', 'The message is not a request of version 1.')
    void this.#answer(request)
  }

  async #answer({ id, method, params }: AppRequest): Promise<void> {
    const abort = new AbortController()
    const late = AbortSignal.timeout(appLimits.callMs)
    try {
      const asked = { method, params }
      if (method === 'frame.resize')
        return this.#send({ version: appProtocol, id, result: this.#resize(asked) })
      const call = AppCall.safeParse(asked)
      if (!call.success) throw new CallFault('invalid', firstIssue(call.error.issues))
      if (this.#open.size >= appLimits.openCalls)
        throw new CallFault('too-many', `At most ${appLimits.openCalls} calls may be open.`)
      if (this.#calls.add() > appLimits.callsPerMinute)
        throw new CallFault('too-many', `At most ${appLimits.callsPerMinute} calls a minute are answered.`)
      this.#open.add(abort)
      const result = await this.#options.call(call.data, AbortSignal.any([abort.signal, late]))
      this.#send({ version: appProtocol, id, result })
    } catch (error) {
      const { code, message } = faultOf(error, late.aborted)
      this.#refuse(id, code, message)
    } finally {
      this.#open.delete(abort)
    }
  }

  #resize(asked: unknown): { height: number } {
    const resize = AppResize.safeParse(asked)
    if (!resize.success) throw new CallFault('invalid', firstIssue(resize.error.issues))
    const height = Math.round(
      Math.min(appLimits.maxHeight, Math.max(appLimits.minHeight, resize.data.params.height)),
    )
    this.#options.onHeight(height)
    return { height }
  }
}

function readRequest(text: string): AppRequest | null {
  try {
    return AppRequest.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // What is not JSON is no request.
    return null
  }
}

function firstIssue(issues: readonly { path: readonly PropertyKey[]; message: string }[]): string {
  const [issue] = issues
  return issue === undefined
    ? 'The call is not valid.'
    : `${issue.path.map(String).join('.')}: ${issue.message}`
}
