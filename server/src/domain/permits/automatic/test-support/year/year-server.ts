import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'

const Line = z.object({
  begun: z.boolean().optional(),
  step: z.number().optional(),
  reached: z.number().optional(),
  status: z.number().optional(),
  body: z.unknown().optional(),
})
type Line = z.infer<typeof Line>

/** A call as a person at the time of the last step. */
export interface YearCall {
  as: string
  apiPath: string
  method: string
  body?: unknown
}

/** A server that goes through the steps of a year and can be killed at any moment of one. */
export class YearServer {
  readonly #database: Database
  readonly #args: readonly string[]
  readonly #folder: string
  #child: ChildProcessWithoutNullStreams | null = null
  #lines: AsyncIterator<string> | null = null
  kills = 0

  constructor(database: Database, args: readonly string[], folder: string) {
    this.#database = database
    this.#args = args
    this.#folder = folder
  }

  async start(): Promise<void> {
    const script = join(import.meta.dirname, '../../../../../test-support/live-through-steps.ts')
    // What a killed server leaves in its temporary folder is deleted with the data of the test.
    const env = { ...process.env, TMPDIR: this.#folder }
    this.#child = spawn(process.execPath, [script, ...this.#args], { env })
    this.#child.stderr.pipe(process.stderr)
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
    await this.#next()
  }

  async #next(): Promise<Line> {
    const line = await this.#lines?.next()
    if (line === undefined || line.done === true) throw new Error('The server has ended by itself.')
    return Line.parse(JSON.parse(line.value))
  }
  #send(command: object): void {
    this.#child?.stdin.write(`${JSON.stringify(command)}\n`)
  }

  /**
   * Goes through the steps up to this one. At each step of `kills` the server is killed after so many
   * milliseconds.
   */
  async pass(until: number, kills: Map<number, number>): Promise<void> {
    this.#send({ until })
    for (;;) {
      const line = await this.#next()
      if (line.reached === until) return
      const afterMs = kills.get(line.step ?? -1)
      if (afterMs === undefined) continue
      kills.delete(line.step ?? -1)
      await wait(afterMs)
      await this.kill()
      await this.start()
      this.#send({ until })
    }
  }

  async call(call: YearCall): Promise<Record<string, unknown>> {
    this.#send({ call })
    const { status = 0, body } = await this.#next()
    if (status >= 400) throw new Error(`${call.method} ${call.apiPath}: ${status} ${JSON.stringify(body)}`)
    return z.record(z.string(), z.unknown()).parse(body)
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    this.kills += 1
    // Another server takes what a killed one had claimed after three minutes.
    await this.#database.query('update mail_sendings set claimed_by = null, claimed_until = null', [])
  }
}
