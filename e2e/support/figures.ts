import { test } from 'playwright/test'

/** States what the running test measured: in its output, and for `npm run prove`, which lists it. */
export function reportFigure(description: string): void {
  test.info().annotations.push({ type: 'figure', description })
  process.stdout.write(`${description}\n`)
}
