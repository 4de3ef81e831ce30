import { isWithoutDifference, requirementDifferences, requirementsOf } from '@portal/contract'
import type { RequirementDifferences, Requirements } from '@portal/contract'
import type { AffectedPermitsPage } from '@portal/contract/requirements-move'
import type { OpenGroup } from '#platform/configuration/requirements/requirements.queries.ts'
import type { DomainDeps } from '../deps.ts'
import { caseOfGroup } from './open-permits.ts'
import type { OpenPermits } from './open-permits.ts'

/** Open permits of one group, with what another version asks of them. */
export interface ComparedGroup extends OpenGroup {
  differences: RequirementDifferences
}

/** The groups for which the other version asks something else than the version they have. */
export async function compareGroups(
  { requirements }: Pick<DomainDeps, 'requirements'>,
  to: Requirements,
  { conditions, groups }: OpenPermits,
): Promise<ComparedGroup[]> {
  const compared: ComparedGroup[] = []
  for (const group of groups) {
    const asked = caseOfGroup(group, conditions)
    const from = requirementsOf(await requirements.at(group.number), asked)
    const differences = requirementDifferences(from, requirementsOf(to, asked))
    if (!isWithoutDifference(differences)) compared.push({ ...group, differences })
  }
  return compared
}

/** By authority, type and difference: versions that differ in the same way are counted together. */
export function sumGroups(groups: readonly ComparedGroup[]): AffectedPermitsPage['groups'] {
  const found = new Map<string, AffectedPermitsPage['groups'][number]>()
  for (const { authority, permitType, differences, count } of groups) {
    const key = JSON.stringify([authority?.pid, permitType, differences])
    found.set(key, { authority, permitType, differences, count: count + (found.get(key)?.count ?? 0) })
  }
  return [...found.values()].toSorted((a, other) => other.count - a.count)
}
