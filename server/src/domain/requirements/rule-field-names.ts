import { ruleFields, seedLibrary } from '@portal/contract'
import type { Requirements } from '@portal/contract'

/** The fields of permits that conditions of rules can name, without added fields. */
export const possibleRuleFields: ReadonlySet<string> = new Set(
  ruleFields({ ...seedLibrary, attributes: [] }).keys(),
)

const known = new WeakMap<Requirements, ReadonlySet<string>>()

/** The fields that conditions of the rules name. Cached, since publications never change. */
export function ruleFieldNames(requirements: Requirements): ReadonlySet<string> {
  const names =
    known.get(requirements) ?? new Set(requirements.rules.flatMap(({ when = {} }) => Object.keys(when)))
  known.set(requirements, names)
  return names
}

/** The numbers of the publications in which no condition names one of these fields. */
export const numbersWithoutFields = (
  publications: ReadonlyMap<number, Requirements>,
  fields: readonly string[],
): number[] =>
  [...publications].flatMap(([number, requirements]) => {
    const names = ruleFieldNames(requirements)
    return fields.some((name) => names.has(name)) ? [] : [number]
  })
