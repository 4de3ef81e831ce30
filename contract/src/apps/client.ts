/// <reference lib="dom" />
import type { z } from 'zod'
import { AppMessage, AppWelcome, appProtocol, appResults } from './protocol.ts'
import type { AppCall, AppContext, AppErrorCode, AppResults } from './protocol.ts'

type ParamsOf<Method extends AppCall['method']> = Extract<AppCall, { method: Method }>['params']

/** Thrown when the portal refuses a call. `message` says why in plain English. */
export class AppError extends Error {
  readonly code: AppErrorCode
  constructor(code: AppErrorCode, message: string) {
    super(message)
    this.name = 'AppError'
    this.code = code
  }
}

/** The portal, as an app reaches it. */
export interface PortalConnection {
  /** Theme, language and record at this moment. */
  readonly context: AppContext
  /** Rejects with AppError. */
  call<Method extends AppCall['method']>(
    method: Method,
    params: ParamsOf<Method>,
  ): Promise<AppResults[Method]>
  /** Asks for a height in px. Resolves with the one that the frame got. */
  resize(height: number): Promise<{ height: number }>
  /** Calls `listener` after each change of the context. Returns a function that ends it. */
  onContext(listener: (context: AppContext) => void): () => void
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: AppError): void
}

function hearWelcome(top: Window, nonce: string, timeoutMs: number): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const hear = ({ source, data, ports: [port] }: MessageEvent<unknown>) => {
      const welcome = AppWelcome.safeParse(data)
      if (source !== top || !welcome.success || welcome.data.nonce !== nonce || port === undefined) return
      stop()
      resolve(port)
    }
    const timer = setTimeout(() => {
      stop()
      reject(new Error('The portal did not answer.'))
    }, timeoutMs)
    const stop = () => {
      clearTimeout(timer)
      window.removeEventListener('message', hear)
    }
    window.addEventListener('message', hear)
    top.postMessage({ portal: 'hello', nonce, versions: [appProtocol] }, '*')
  })
}

/**
 * Connects an app with the portal that shows it. Call it once, when the page of the app has loaded. Rejects
 * when the page is not shown by a portal, or the portal does not answer within `timeoutMs`.
 */
export async function connectToPortal(timeoutMs = 10_000): Promise<PortalConnection> {
  const nonce = new URLSearchParams(location.hash.slice(1)).get('portal')
  const { top } = window
  if (nonce === null || top === null || top === window) throw new Error('This page is not shown by a portal.')
  return openConnection(await hearWelcome(top, nonce, timeoutMs))
}

async function openConnection(port: MessagePort): Promise<PortalConnection> {
  const waiting = new Map<number, Waiting>()
  const listeners = new Set<(context: AppContext) => void>()
  let lastId = 0
  let context: AppContext | undefined
  const send = (method: string, params: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      port.postMessage(JSON.stringify({ version: appProtocol, id: lastId, method, params }))
    })
  await new Promise<void>((resolve) => {
    port.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const message = AppMessage.parse(JSON.parse(data))
      if ('context' in message) {
        context = message.context
        resolve()
        for (const listener of listeners) listener(message.context)
        return
      }
      const asked = message.id === null ? undefined : waiting.get(message.id)
      if (message.id !== null) waiting.delete(message.id)
      if ('error' in message) asked?.reject(new AppError(message.error.code, message.error.message))
      else asked?.resolve(message.result)
    })
    port.start()
  })
  return {
    get context() {
      if (context === undefined) throw new Error('The portal has not said its context.')
      return context
    },
    async call<Method extends AppCall['method']>(method: Method, params: ParamsOf<Method>) {
      const shape: z.ZodType<AppResults[Method]> = appResults[method]
      return shape.parse(await send(method, params))
    },
    resize: async (height) => appResults['frame.resize'].parse(await send('frame.resize', { height })),
    onContext(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
