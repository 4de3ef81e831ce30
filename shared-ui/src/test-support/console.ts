import { format } from 'node:util'

const levels = ['error', 'warn', 'info', 'log', 'debug'] as const
let lines: string[] = []
let expected: RegExp[] = []

/** Takes the console in charge: whatever is written to it fails the test that caused it. */
export function watchConsole(): void {
  for (const level of levels) {
    console[level] = (...written: unknown[]) => {
      lines.push(`console.${level}: ${format(...written)}`)
    }
  }
}

/**
 * Says that this test makes the console write a line that matches, such as React's own report of a caught
 * error.
 */
export function expectConsole(pattern: RegExp): void {
  expected.push(pattern)
}

/** What was written and not expected. */
export function unexpectedConsole(): string[] {
  return lines.filter((line) => !expected.some((pattern) => pattern.test(line)))
}

export function forgetConsole(): void {
  lines = []
  expected = []
}
