import { LocalDate } from '@portal/contract'
import { z } from 'zod'
import { isLoopback } from './loopback.ts'
import type { ServerEnvironment } from './server.ts'
import { toggle } from './variable-types.ts'

/** Demo accounts and the sample data of the first start. */
export const demoVariables = {
  DEMO: toggle.optional(),
  SEED_DATE: LocalDate.optional(),
  NODE_ENV: z.string().optional(),
}
const Demo = z.object(demoVariables)

export interface DemoEnvironment {
  demo: boolean
  /** Day the seed takes for today (tests); null = the day of the first start. */
  seedDate: LocalDate | null
}

export function toDemoEnvironment(variables: z.infer<typeof Demo>, { host }: ServerEnvironment): DemoEnvironment {
  const isDefault = isLoopback(host) && variables.NODE_ENV !== 'production'
  return { demo: variables.DEMO === undefined ? isDefault : variables.DEMO === '1', seedDate: variables.SEED_DATE ?? null }
}
