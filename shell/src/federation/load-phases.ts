import type { LoadPhase } from '@portal/contract'

/** Milliseconds of each phase a load has been through, and which one it is in: what fails, fails there. */
export class LoadTrace {
  readonly phases: Partial<Record<LoadPhase, number>> = {}
  #phase: LoadPhase = 'resolve'
  #sinceMs = performance.now()

  get phase(): LoadPhase {
    return this.#phase
  }

  /** The phase before this one has ended. */
  enter(phase: LoadPhase, atMs: number = performance.now()): void {
    this.#close(atMs)
    this.#phase = phase
  }

  /** The last phase has ended. */
  end(): void {
    this.#close(performance.now())
  }

  #close(atMs: number): void {
    this.phases[this.#phase] = (this.phases[this.#phase] ?? 0) + Math.max(0, Math.round(atMs - this.#sinceMs))
    this.#sinceMs = atMs
  }
}
