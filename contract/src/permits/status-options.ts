import type { Declaration } from '../collections/declaration.ts'
import type { Option } from '../collections/field.ts'
import type { StatusMap } from './status-map.ts'

/** The statuses of a map as field options. */
export function statusOptions({ statuses }: StatusMap): Option[] {
  return statuses.map(({ key, label, labelEs, clientLabel, clientLabelEs, colour, icon }) => ({
    code: key,
    label,
    clientLabel,
    labelEs,
    clientLabelEs,
    colour,
    symbol: icon,
  }))
}

const mapped = new WeakMap<StatusMap, WeakMap<Declaration, Declaration>>()

/**
 * The declaration with the statuses of the active map; other declarations than that of permits are returned
 * unchanged. Cached: the same declaration and map return the same object.
 */
export function withStatusMap(declaration: Declaration, map: StatusMap): Declaration {
  const { status } = declaration.fields
  if (declaration.hasStatusMap !== true || status === undefined) return declaration
  const known = mapped.get(map) ?? new WeakMap<Declaration, Declaration>()
  mapped.set(map, known)
  const whole = known.get(declaration) ?? {
    ...declaration,
    fields: { ...declaration.fields, status: { ...status, options: statusOptions(map) } },
  }
  known.set(declaration, whole)
  return whole
}
