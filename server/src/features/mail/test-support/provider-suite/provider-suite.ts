import { test } from 'node:test'
import { answeringPromises, sendingPromises } from './answering.ts'
import { changingPromises } from './changing.ts'
import { readingPromises } from './reading.ts'
import { conversingPromises } from './conversing.ts'
import { searchingPromises } from './searching.ts'
import type { Stage } from './stage.ts'

/** What every provider of mail promises to people, whichever it is. */
export const mailPromises = {
  ...readingPromises,
  ...searchingPromises,
  ...conversingPromises,
  ...changingPromises,
  ...answeringPromises,
  ...sendingPromises,
}

/** A test for each promise, on the provider that `stage` answers. */
export function testMailPromises(provider: string, stage: () => Stage): void {
  for (const [name, keep] of Object.entries(mailPromises))
    void test(`${provider}: ${name} (issue 5)`, () => keep(stage()))
}
