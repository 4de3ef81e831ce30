/** The last run of a scheduled task on this server. */
export interface TaskRun {
  task: string
  startedAtMs: number
  durationMs: number
  isOk: boolean
}

/** Remembers the last run of each scheduled task of this server. */
export class TaskRuns {
  readonly #runs = new Map<string, TaskRun>()

  /** Runs a task and remembers how long it took and whether it failed. */
  async run<Result>(task: string, work: () => Promise<Result>): Promise<Result> {
    const [startedAtMs, began] = [Date.now(), performance.now()]
    const remember = (isOk: boolean) =>
      this.#runs.set(task, { task, startedAtMs, durationMs: performance.now() - began, isOk })
    try {
      const result = await work()
      remember(true)
      return result
    } catch (error) {
      remember(false)
      throw error
    }
  }

  list(): readonly TaskRun[] {
    return [...this.#runs.values()]
  }
}
