import { writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { sendParts } from '../parts.ts'

/** Tasks for the tests of the worker pool. */
export function echo(value: unknown): unknown {
  return value
}

export function loopForever(): never {
  for (;;);
}

export function fillMemory(): never {
  const filled: unknown[] = []
  for (;;) filled.push(Array.from({ length: 1_000 }, () => 'x'))
}

export function readEnvironment(): string[] {
  return Object.keys(process.env)
}

export function readPriority(): number {
  return getPriority()
}

export function writeFile(path: string): void {
  writeFileSync(path, 'written')
}

export function countTo(last: number): Promise<void> {
  async function* numbers() {
    for (let n = 1; n <= last; n += 1) yield n
  }
  return sendParts(numbers())
}

export function countThenLoop(): Promise<void> {
  async function* numbers() {
    yield 1
    for (;;);
  }
  return sendParts(numbers())
}
