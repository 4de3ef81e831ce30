import { conditionKey } from '@portal/contract'
import type { RequirementCase, RequirementRule, Requirements, RuleCondition } from '@portal/contract'
import { countOpenPermits } from '#platform/configuration/requirements/requirements.queries.ts'
import type { OpenGroup } from '#platform/configuration/requirements/requirements.queries.ts'
import type { DomainDeps } from '../deps.ts'
import { outcomesSql } from './rule-condition-sql.ts'

/** Open permits by authority, type, version, and by the conditions of rules that they meet. */
export interface OpenPermits {
  /** Distinct, in the order of the outcomes of each group. */
  conditions: readonly RuleCondition[]
  groups: readonly OpenGroup[]
}

const isAbout = ({ authority, permitType }: RequirementRule, group: OpenGroup): boolean =>
  (authority === null || group.codes.includes(authority)) &&
  (permitType === null || permitType === group.permitType)

/** The conditions of the rules that are about one of these groups, each once. */
async function conditionsAbout(
  { requirements }: Pick<DomainDeps, 'requirements'>,
  target: Requirements,
  groups: readonly OpenGroup[],
): Promise<RuleCondition[]> {
  const found = new Map<string, RuleCondition>()
  const collect = ({ rules }: Requirements, own: readonly OpenGroup[]) => {
    for (const rule of rules) {
      const key = conditionKey(rule.when)
      if (rule.when === undefined || found.has(key)) continue
      if (own.some((group) => isAbout(rule, group))) found.set(key, rule.when)
    }
  }
  collect(target, groups)
  for (const [number, own] of Map.groupBy(groups, (group) => group.number))
    collect(await requirements.at(number), own)
  return [...found.values()]
}

/**
 * The open permits that a target may treat alike. Without conditions they are counted by authority, type and
 * version alone; only those that `isAsked` are of interest.
 */
export async function groupOpenPermits(
  deps: Pick<DomainDeps, 'database' | 'requirements'>,
  target: Requirements | null,
  isAsked: (group: OpenGroup) => boolean = () => true,
): Promise<OpenPermits> {
  const groups = (await countOpenPermits(deps.database)).filter(isAsked)
  const conditions = target === null ? [] : await conditionsAbout(deps, target, groups)
  if (conditions.length === 0) return { conditions, groups }
  const finer = await countOpenPermits(deps.database, outcomesSql(conditions))
  return { conditions, groups: finer.filter(isAsked) }
}

/** What the requirements of a group depend on. */
export function caseOfGroup(
  { permitType, codes, outcomes }: OpenGroup,
  conditions: readonly RuleCondition[],
): RequirementCase {
  const met = new Set(conditions.filter((_, at) => outcomes[at] === '1').map((each) => conditionKey(each)))
  return { permitType, authorityCodes: codes, meets: (condition) => met.has(conditionKey(condition)) }
}
