import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import pLimit from 'p-limit'
import { Tinypool } from 'tinypool'
import { nextPart } from './parts.ts'

/**
 * Why a task ended without a result: it took too long, or its process died, as it does when it needs more
 * memory than it may.
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
  /** Absolute path of a module; each function it exports is a task. */
  file: string
  /**
   * Time limit of one task in milliseconds, counted from its start while it works; past it the process is
   * killed.
   */
  timeoutMs: number
  /** Heap limit of one process in MB; past it the process dies and the server lives on. */
  memoryMb: number
}

export interface WorkerPool {
  /**
   * Calls the exported function `name` with one argument in a process of the pool and returns its result,
   * unparsed. Tasks wait for a free process. Argument and result are copied (structured clone, so buffers are
   * fine). Throws a WorkerLimitError past a limit, and what the function threw otherwise.
   */
  run(name: string, argument: unknown): Promise<unknown>
  /**
   * Calls the exported function `name`, which answers by `sendParts`, and yields its parts, unparsed. The
   * task is one part ahead and then waits, which does not count as its time; a caller who stops taking parts
   * ends it. Throws like `run`.
   */
  parts(name: string, argument: unknown): AsyncGenerator<unknown, void>
  /** Ends all processes; tasks under way fail. */
  close(): Promise<void>
}

/** How Tinypool reports a process that died; it has no code for it. */
const processDied = 'Worker exited unexpectedly'

/**
 * Processes that parse bytes from outside, so that no input can block the event loop or end the server.
 * Processes rather than threads: V8 ends the whole process when one thread runs out of memory in a built-in
 * function. They start with the first task and end after a minute without one; they read files but may not
 * write any, start other programs or see the server's environment.
 */
export function createWorkerPool({ file, timeoutMs, memoryMb }: WorkerPoolOptions): WorkerPool {
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
    ],
  })
  // Waiting happens here and not in the pool, so that the time limit of a task begins with its turn.
  const limited = pLimit(processes)
  const limitError = (error: unknown, isLate: boolean): unknown => {
    if (isLate) return new WorkerLimitError('time', error)
    return error instanceof Error && error.message === processDied
      ? new WorkerLimitError('memory', error)
      : error
  }

  /** A turn in the queue of tasks; the answer gives it back. */
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
    // It is heard below; a task that is stopped ends in an error nobody asks for.
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
        // The next part is made while this one is worked with.
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
