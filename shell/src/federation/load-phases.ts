import type { LoadPhase } from '@portal/contract'

/**
 * The phases of a load with their durations in ms, and the current phase. An error belongs to the current
 * phase.
 */
export class LoadTrace {
  readonly phases: Partial<Record<LoadPhase, number>> = {}
  #phase: LoadPhase = 'resolve'
  #sinceMs = performance.now()

  get phase(): LoadPhase {
    return this.#phase
  }

  /** Ends the previous phase. */
  enter(phase: LoadPhase, atMs: number = performance.now()): void {
    this.#close(atMs)
    this.#phase = phase
  }

  /** Ends the last phase. */
  end(): void {
    this.#close(performance.now())
  }

  #close(atMs: number): void {
    this.phases[this.#phase] = (this.phases[this.#phase] ?? 0) + Math.max(0, Math.round(atMs - this.#sinceMs))
    this.#sinceMs = atMs
  }
}
