import { writeFileSync } from 'node:fs'

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

export function writeFile(path: string): void {
  writeFileSync(path, 'written')
}
