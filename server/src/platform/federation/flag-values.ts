import { FlagRule, toRole } from '@portal/contract'
import type { FlagValues } from '@portal/contract'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { placeOf } from './deployment-state.ts'
import type { CanaryViewer } from './deployment-state.ts'
import type { RemoteBuild } from './federation.queries.ts'

const RuleRow = z.object({ remote: z.string(), flag: z.string(), rule: FlagRule })
type RuleRow = z.infer<typeof RuleRow>

/** The rules of flags, by `remote flag`. */
export type FlagRules = ReadonlyMap<string, FlagRule>

const rulesText = 'select remote, flag, rule from remote_flags where remote = any($1::text[])'

/** The rules of the flags that these builds declare. Nothing is read when they declare none. */
export async function listFlagRules(database: Database, builds: readonly RemoteBuild[]): Promise<FlagRules> {
  const names = builds.flatMap(({ name, manifest }) => (manifest.flags === undefined ? [] : [name]))
  if (names.length === 0) return new Map()
  const rows: readonly RuleRow[] = await database.query(rulesText, [names], RuleRow)
  return new Map(rows.map(({ remote, flag, rule }) => [`${remote} ${flag}`, rule]))
}

/** Whether a flag is on for a viewer: by role, by name, or by a stable share of all people. */
function isOn(rule: FlagRule, key: string, { pid, role: written }: CanaryViewer): boolean {
  const role = toRole(written)
  if (role !== null && rule.roles.includes(role)) return true
  return pid !== undefined && (rule.people.includes(pid) || placeOf('flag', key, pid) < rule.percent)
}

/** The values of a build's flags for a viewer; nothing if it declares none or nobody is signed in. */
export function flagsFor(
  { name, manifest }: RemoteBuild,
  rules: FlagRules,
  viewer: CanaryViewer | null,
): { flags?: FlagValues } {
  if (manifest.flags === undefined || viewer === null) return {}
  const values = manifest.flags.map(({ name: flag }): [string, boolean] => {
    const key = `${name} ${flag}`
    const rule = rules.get(key)
    return [flag, rule !== undefined && isOn(rule, key, viewer)]
  })
  return { flags: Object.fromEntries(values) }
}
