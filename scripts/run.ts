import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

/** Absolute path of the repository root. */
export const root = resolve(import.meta.dirname, '..')

export interface Outcome {
  code: number
  /** Standard output and standard error, interleaved. */
  output: string
  elapsedMs: number
}

const running = new Set<() => void>()

function stopAll(signal: NodeJS.Signals): void {
  for (const stop of running) stop()
  process.exit(signal === 'SIGINT' ? 130 : 143)
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Handles signals only while a program runs. Later code in this process, such as the server, has its own
 * handlers.
 */
function holdSignals(stop: () => void): () => void {
  if (running.size === 0) for (const signal of signals) process.on(signal, stopAll)
  running.add(stop)
  return () => {
    running.delete(stop)
    if (running.size === 0) for (const signal of signals) process.off(signal, stopAll)
  }
}

// A killed launcher cannot forward a signal, but the channel to it breaks. The channel must not keep this
// process alive.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()

/**
 * Runs a script of this repository with the pinned Node and collects its output. Never rejects: a program
 * that cannot start has exit code 127. `args` begin with the path of the script, relative to the root. With
 * `live`, the output is also written to the terminal immediately.
 */
export function runNode(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; live?: boolean } = {},
): Promise<Outcome> {
  const startedAt = performance.now()
  return new Promise((done) => {
    const chunks: Buffer[] = []
    const child = spawn(process.execPath, args, {
      cwd: join(root, options.cwd ?? '.'),
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const release = holdSignals(() => child.kill('SIGTERM'))
    const finish = (code: number, last = ''): void => {
      release()
      done({
        code,
        output: Buffer.concat(chunks).toString('utf8') + last,
        elapsedMs: performance.now() - startedAt,
      })
    }
    for (const [stream, terminal] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (options.live === true) terminal.write(chunk)
      })
    }
    child.on('error', (error) => finish(127, error.message))
    child.on('close', (code) => finish(code ?? 1))
  })
}

/** 950 -> "0.9 s", 83000 -> "83 s". */
export function seconds(elapsedMs: number): string {
  return `${(elapsedMs / 1000).toFixed(elapsedMs < 9950 ? 1 : 0)} s`
}
