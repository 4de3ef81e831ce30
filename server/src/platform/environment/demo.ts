import { LocalDate } from '@portal/contract'
import { z } from 'zod'
import { isLoopback } from './loopback.ts'
import type { ServerEnvironment } from './server.ts'
import { StartRefusal } from './start-refusal.ts'
import { toggle } from './variable-types.ts'

/** Demo accounts, and the sample data of the first start. */
export const demoVariables = {
  DEMO: toggle.optional().meta({
    description: 'demo accounts and sample data',
    absent:
      '`1` when `HOST` and the host of `PUBLIC_ORIGIN` are loopback and `NODE_ENV` is not production, else `0`',
  }),
  DEMO_IN_PUBLIC: toggle.optional().meta({
    description:
      '`1` allows `DEMO=1` off loopback: everybody who reaches the portal is superadmin if they like',
    absent: '`0`',
  }),
  SEED_DATE: LocalDate.optional().meta({
    description: 'day the sample data take for today',
    absent: 'the day of the first start',
  }),
  NODE_ENV: z.string().optional().meta({
    description:
      '`production`, in any letters: `DEMO` is off by default, and no new database is begun with PGlite',
  }),
}
const Demo = z.object(demoVariables)

export interface DemoEnvironment {
  demo: boolean
  /** NODE_ENV=production: no demo by default, and no PGlite in place of a PostgreSQL that cannot run. */
  production: boolean
  /** The date the seed uses as today (tests); null = the day of the first start. */
  seedDate: LocalDate | null
}

/**
 * Demo accounts have no password, so they are on by default only if no other machine can reach the portal. A
 * server that listens on loopback behind a proxy is public. Source: docs/decisions/0030-demo-mode.md.
 */
export function toDemoEnvironment(
  variables: z.infer<typeof Demo>,
  { host, publicOrigin }: ServerEnvironment,
): DemoEnvironment {
  const isLocal = isLoopback(host) && isLoopback(new URL(publicOrigin).hostname)
  const production = variables.NODE_ENV?.trim().toLowerCase() === 'production'
  const demo = variables.DEMO === undefined ? isLocal && !production : variables.DEMO === '1'
  if (demo && !isLocal && variables.DEMO_IN_PUBLIC !== '1')
    throw new StartRefusal(
      'DEMO=1 lets everybody in as superadmin without a password, and HOST or PUBLIC_ORIGIN is not this machine: set DEMO=0, or DEMO_IN_PUBLIC=1 if that is what you want.',
    )
  return { demo, production, seedDate: variables.SEED_DATE ?? null }
}
