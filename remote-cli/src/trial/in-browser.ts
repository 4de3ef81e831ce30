import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How long a browser may take to end. One that takes longer is killed. */
const maxEndMs = 10_000

/** Arguments of a browser without a window that keeps nothing, and ends when its pipes are closed. */
const browserArguments = (profile: string, address: string) => [
  '--headless=new',
  `--user-data-dir=${profile}`,
  '--remote-debugging-pipe',
  '--no-first-run',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  // Chromium refuses to run as root with its sandbox, as in most containers.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  address,
]

/**
 * Opens an address in a browser until the work is done. Rejects when the browser ends before. It is ended by
 * closing its pipes, not by a signal: where a script starts the browser, the script alone would get a signal.
 * Pipes are also closed when this process is killed.
 */
export async function inBrowser<Result>(
  browser: string,
  address: string,
  work: Promise<Result>,
  endMs = maxEndMs,
): Promise<Result> {
  const profile = await mkdtemp(join(tmpdir(), 'portal-trial-'))
  const child = spawn(browser, browserArguments(profile, address), {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<never>((_resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`the browser ended (${code ?? 'killed'})`)))
  })
  try {
    return await Promise.race([work, ended])
  } finally {
    ended.catch(() => undefined)
    const isOpen = child.pid !== undefined && child.exitCode === null && child.signalCode === null
    for (const pipe of child.stdio.slice(3)) pipe?.destroy()
    if (isOpen) {
      const late = setTimeout(() => child.kill('SIGKILL'), endMs)
      await once(child, 'exit')
      clearTimeout(late)
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
