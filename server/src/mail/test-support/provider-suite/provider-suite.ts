import { test } from 'node:test'
import { answeringPromises, sendingPromises } from './answering.ts'
import { changingPromises } from './changing.ts'
import { readingPromises } from './reading.ts'
import { conversingPromises } from './conversing.ts'
import { searchingPromises } from './searching.ts'
import type { Stage } from './stage.ts'

/** Requirements on every mail provider. */
export const mailPromises = {
  ...readingPromises,
  ...searchingPromises,
  ...conversingPromises,
  ...changingPromises,
  ...answeringPromises,
  ...sendingPromises,
}

/** A test for each requirement, on the provider that `stage` returns. */
export function testMailPromises(provider: string, stage: () => Stage): void {
  for (const [name, keep] of Object.entries(mailPromises))
    void test(`${provider}: ${name} (issue 5)`, () => keep(stage()))
}
