import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pLimit from 'p-limit'
import { Tinypool } from 'tinypool'
import { nextPart } from './parts.ts'

/**
 * A task ended without a result: it took too long, or its process died, which is what happens when it exceeds
 * its memory.
 */
export class WorkerLimitError extends Error {
  readonly limit: 'time' | 'memory'
  constructor(limit: 'time' | 'memory', cause: unknown) {
    super(limit === 'time' ? 'The task took too long.' : 'The task used too much memory.', {
      cause,
    })
    this.name = 'WorkerLimitError'
    this.limit = limit
  }
}

export interface WorkerPoolOptions {
  /** Absolute path of a module. Each function it exports is a task. */
  file: string
  /** Time limit of one task in milliseconds, from the start of its work. After it the process is killed. */
  timeoutMs: number
  /** Heap limit of one process in MB. Beyond it the process dies; the server is not affected. */
  memoryMb: number
  /** Runs the processes at low CPU priority, for work that nobody waits for second by second. */
  isBackground?: boolean
}

export interface WorkerPool {
  /**
   * Calls the exported function `name` with one argument in a process of the pool and returns its result,
   * unparsed. Tasks wait for a free process. Argument and result are copied (structured clone, so buffers are
   * allowed). Throws a WorkerLimitError when a limit is exceeded, otherwise the error of the function.
   */
  run(name: string, argument: unknown): Promise<unknown>
  /**
   * Calls the exported function `name`, which answers with `sendParts`, and yields its parts, unparsed. The
   * task creates one part ahead and then waits; the wait does not count toward the time limit. The task is
   * ended when the caller stops reading. Throws like `run`.
   */
  parts(name: string, argument: unknown): AsyncGenerator<unknown, void>
  /** Ends all processes; running tasks fail. */
  close(): Promise<void>
}

const lowPriority = pathToFileURL(join(import.meta.dirname, 'low-priority.ts')).href

/** Message of Tinypool for a process that died; there is no error code. */
const processDied = 'Worker exited unexpectedly'

/**
 * Processes that parse untrusted bytes, so that no input can block the event loop or end the server. They are
 * not threads, because V8 ends the whole process when a thread runs out of memory in a built-in function.
 * They start with the first task and end after a minute without one. They can read files, but not write
 * files, start programs or see the server's environment.
 */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { file, timeoutMs, memoryMb, isBackground = false } = options
  const processes = Math.max(1, Math.min(4, availableParallelism() - 1))
  const pool = new Tinypool({
    filename: pathToFileURL(file).href,
    runtime: 'child_process',
    serialization: 'advanced',
    minThreads: 0,
    maxThreads: processes,
    idleTimeout: 60_000,
    env: {},
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      '--disable-warning=SecurityWarning',
      `--max-old-space-size=${memoryMb}`,
      ...(isBackground ? ['--import', lowPriority] : []),
    ],
  })
  // Tasks are queued here instead of in the pool, so that the time limit of a task begins when it starts.
  const limited = pLimit(processes)
  const limitError = (error: unknown, isLate: boolean): unknown => {
    if (isLate) return new WorkerLimitError('time', error)
    return error instanceof Error && error.message === processDied
      ? new WorkerLimitError('memory', error)
      : error
  }

  /** Waits for a free process. The returned function releases it. */
  async function takeTurn(): Promise<() => void> {
    const [turn, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    void limited(() => {
      turn.resolve()
      return over.promise
    })
    await turn.promise
    return over.resolve
  }

  async function* parts(name: string, argument: unknown): AsyncGenerator<unknown, void> {
    const release = await takeTurn()
    const stop = new AbortController()
    let [leftMs, isLate, isOver] = [timeoutMs, false, false]
    let next = Promise.withResolvers<{ part: unknown }>()
    let ask: (() => void) | undefined
    const channel = {
      onMessage: (send: (message: unknown) => void) => {
        ask = () => send(nextPart)
      },
      postMessage: (message: unknown) => {
        if (typeof message === 'object' && message !== null && 'part' in message)
          next.resolve({ part: message.part })
      },
    }
    const end = pool.run(argument, { name, signal: stop.signal, channel }).then(
      () => {
        isOver = true
        return null
      },
      (error: unknown) => {
        isOver = true
        throw error
      },
    )
    // The race below handles the error. An aborted task rejects after nobody waits for it.
    end.catch(() => undefined)
    try {
      for (;;) {
        const began = performance.now()
        const timer = setTimeout(() => {
          isLate = true
          stop.abort()
        }, leftMs)
        const given = await Promise.race([next.promise, end]).finally(() => clearTimeout(timer))
        if (given === null) return
        leftMs = Math.max(1, leftMs - (performance.now() - began))
        next = Promise.withResolvers()
        // The task creates the next part while the caller uses this one.
        ask?.()
        yield given.part
      }
    } catch (error) {
      throw limitError(error, isLate)
    } finally {
      if (!isOver) stop.abort()
      release()
    }
  }

  return {
    parts,
    run: (name, argument) =>
      limited(async () => {
        const timeout = AbortSignal.timeout(timeoutMs)
        try {
          const result: unknown = await pool.run(argument, { name, signal: timeout })
          return result
        } catch (error) {
          throw limitError(error, timeout.aborted)
        }
      }),
    close: () => pool.destroy(),
  }
}
