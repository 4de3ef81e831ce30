import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import pLimit from 'p-limit'
import { Tinypool } from 'tinypool'

/** Why a task ended without a result: it took too long, or its process died, as it does when it needs more memory than it may. */
export class WorkerLimitError extends Error {
  readonly limit: 'time' | 'memory'
  constructor(limit: 'time' | 'memory', cause: unknown) {
    super(limit === 'time' ? 'The task took longer than it may.' : 'The task used more memory than it may.', { cause })
    this.name = 'WorkerLimitError'
    this.limit = limit
  }
}

export interface WorkerPoolOptions {
  /** Absolute path of a module; each function it exports is a task. */
  file: string
  /** Wall-clock limit of one task in milliseconds, counted from its start; past it the process is killed. */
  timeoutMs: number
  /** Heap limit of one process in MB; past it the process dies and the server lives on. */
  memoryMb: number
}

export interface WorkerPool {
  /**
   * Calls the exported function `name` with one argument in a process of the pool and returns its result, unparsed.
   * Tasks wait for a free process. Argument and result are copied (structured clone, so buffers are fine).
   * Throws a WorkerLimitError past a limit, and what the function threw otherwise.
   */
  run(name: string, argument: unknown): Promise<unknown>
  /** Ends all processes; tasks under way fail. */
  close(): Promise<void>
}

/** How Tinypool reports a process that died; it has no code for it. */
const processDied = 'Worker exited unexpectedly'

/**
 * Processes that parse bytes from outside, so that no input can block the event loop or end the server. Processes rather than threads:
 * V8 ends the whole process when one thread runs out of memory in a built-in function. They start with the first task and end after a
 * minute without one; they read files but may not write any, start other programs or see the server's environment.
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
    execArgv: ['--permission', '--allow-fs-read=*', '--disable-warning=SecurityWarning', `--max-old-space-size=${memoryMb}`],
  })
  // Waiting happens here and not in the pool, so that the time limit of a task begins with its turn.
  const limited = pLimit(processes)
  return {
    run: (name, argument) =>
      limited(async () => {
        const timeout = AbortSignal.timeout(timeoutMs)
        try {
          const result: unknown = await pool.run(argument, { name, signal: timeout })
          return result
        } catch (error) {
          if (timeout.aborted) throw new WorkerLimitError('time', error)
          if (error instanceof Error && error.message === processDied) throw new WorkerLimitError('memory', error)
          throw error
        }
      }),
    close: () => pool.destroy(),
  }
}
