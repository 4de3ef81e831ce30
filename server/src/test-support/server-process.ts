import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** A free local port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/**
 * What a program gets of the environment of the tests: where other programs are, and the compile cache of the
 * run, without which each start compiles the whole server.
 */
export function inheritedVariables(): Record<string, string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return {
    ...(PATH !== undefined && { PATH }),
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
  }
}

/** A server started in the same way as by `npm start`. */
export interface StartedServer {
  child: ChildProcess
  port: number
  stdout(): string
  stderr(): string
  /** Exit code, once the process has ended. */
  exit: Promise<number | null>
}

/** Starts `main.ts` in a separate process, with `uid` as that user, which only root can do. */
export async function startServer(variables: Record<string, string>, uid?: number): Promise<StartedServer> {
  const port = Number(variables['PORT'] ?? (await freePort()))
  const env = {
    ...inheritedVariables(),
    DEMO: '0',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    ...variables,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../app/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (part: Buffer) => (stdout += part.toString()))
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
  const exit = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
  return { child, port, stdout: () => stdout, stderr: () => stderr, exit }
}

/** Resolves when the server has printed `sought`. Rejects with its output if it ended before. */
export async function untilPrinted(started: StartedServer, sought: RegExp): Promise<void> {
  const { child } = started
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  while (!sought.test(started.stdout())) {
    if (hasEnded()) throw new Error(`ended with ${await started.exit}: ${started.stderr()}`)
    await Promise.race([once(child.stdout ?? child, 'data'), started.exit])
  }
}

/** Resolves when the server has printed how to sign in. What it prints after that may come later. */
export const untilReady = (started: StartedServer): Promise<void> =>
  untilPrinted(started, / is running at .*\n.+\n/)
