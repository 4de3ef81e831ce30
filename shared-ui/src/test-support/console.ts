import { format } from 'node:util'

const levels = ['error', 'warn', 'info', 'log', 'debug'] as const
let lines: string[] = []
let expected: RegExp[] = []

/** Intercepts the console: any output fails the test that caused it. */
export function watchConsole(): void {
  for (const level of levels) {
    console[level] = (...written: unknown[]) => {
      lines.push(`console.${level}: ${format(...written)}`)
    }
  }
}

/** Allows this test to write matching lines to the console, such as React's report of a caught error. */
export function expectConsole(pattern: RegExp): void {
  expected.push(pattern)
}

/** Returns the unexpected console lines. */
export function unexpectedConsole(): string[] {
  return lines.filter((line) => !expected.some((pattern) => pattern.test(line)))
}

export function forgetConsole(): void {
  lines = []
  expected = []
}
