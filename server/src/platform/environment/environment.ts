import { resolve } from 'node:path'
import { z } from 'zod'
import { auditVariables, toAuditEnvironment } from './audit.ts'
import type { AuditEnvironment } from './audit.ts'
import { checkBackEnds, cleartextVariables } from './cleartext.ts'
import { demoVariables, toDemoEnvironment } from './demo.ts'
import type { DemoEnvironment } from './demo.ts'
import { mailVariables, toMailEnvironment } from './mail.ts'
import type { MailEnvironment } from './mail.ts'
import { microsoftVariables, toMicrosoftEnvironment } from './microsoft.ts'
import type { MicrosoftEnvironment } from './microsoft.ts'
import { proxyVariables, toProxyEnvironment } from './proxies.ts'
import type { ProxyEnvironment } from './proxies.ts'
import { serverVariables, toServerEnvironment } from './server.ts'
import type { ServerEnvironment } from './server.ts'
import { StartRefusal } from './start-refusal.ts'
import { storageVariables, toStorageEnvironment } from './storage.ts'
import type { StorageEnvironment } from './storage.ts'
import { telemetryVariables, toTelemetryEnvironment } from './telemetry.ts'
import type { TelemetryEnvironment } from './telemetry.ts'

/**
 * The schema of each variable. Rules that involve several variables are checked by the `to...Environment`
 * function of the area.
 */
const Variables = z.object({
  ...auditVariables,
  ...serverVariables,
  ...storageVariables,
  ...mailVariables,
  ...microsoftVariables,
  ...demoVariables,
  ...proxyVariables,
  ...cleartextVariables,
  ...telemetryVariables,
})

export interface Environment
  extends
    ServerEnvironment,
    StorageEnvironment,
    MailEnvironment,
    MicrosoftEnvironment,
    DemoEnvironment,
    ProxyEnvironment,
    AuditEnvironment,
    TelemetryEnvironment {
  /** Folder with the built packages: `shell/dist` and `mfe-<name>/dist`. */
  buildsDir: string
}

/** The environment after the data folder is opened, which always has a secret key. */
export interface ReadyEnvironment extends Environment {
  secretKey: string
}

/**
 * Parses the environment variables. An empty variable counts as absent; an invalid one throws a StartRefusal
 * that names it. `docs/operating/configure.md` lists all variables, made from these schemas.
 */
export function parseEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Variables.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new StartRefusal(`${issue?.path.join('.') ?? 'A variable'} ${issue?.message ?? 'is not valid'}.`)
  }
  checkBackEnds({ ...parsed.data, PGHOST: given['PGHOST'] })
  const server = toServerEnvironment(parsed.data)
  return {
    ...server,
    ...toStorageEnvironment(parsed.data),
    ...toAuditEnvironment(parsed.data),
    ...toMailEnvironment(parsed.data),
    ...toMicrosoftEnvironment(parsed.data),
    ...toDemoEnvironment(parsed.data, server),
    ...toProxyEnvironment(parsed.data, server),
    ...toTelemetryEnvironment(parsed.data),
    buildsDir: resolve(import.meta.dirname, '../../../..'),
  }
}

/** The variables as documented, in the order of their page. */
const groups: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  Server: serverVariables,
  'Proxies and connections': { ...proxyVariables, ...cleartextVariables },
  'Database, files and keys': storageVariables,
  Mail: mailVariables,
  'Microsoft sign-in': microsoftVariables,
  Audit: auditVariables,
  Traces: telemetryVariables,
  'Demo mode': demoVariables,
}

/** The names of all variables that the server reads. */
export const variableNames: readonly string[] = Object.keys(Variables.shape)

/** What a schema says about its variable: `.meta({ description, absent })`. */
const Meta = z.object({
  description: z.string().min(1),
  /** What holds when the variable is not set, where the default of the schema does not say it. */
  absent: z.string().optional(),
})

/** A value that a schema gives by default. */
const Initial = z.union([z.string(), z.number()])

export interface DocumentedVariable extends z.infer<typeof Meta> {
  group: string
  name: string
  absent: string
}

/** All variables with default and description. Throws when a schema has no description. */
export function documentVariables(): DocumentedVariable[] {
  return Object.entries(groups).flatMap(([group, variables]) =>
    Object.entries(variables).map(([name, schema]) => {
      const meta = Meta.safeParse(schema.meta())
      if (!meta.success)
        throw new Error(`${name} has no description: add .meta({ description }) to its schema.`)
      const initial = Initial.safeParse(schema.safeParse(undefined).data)
      const absent = initial.success ? `\`${initial.data}\`` : 'none'
      return { group, name, absent, ...meta.data }
    }),
  )
}
