import { findField } from '../collections/declaration.ts'
import { findCollection } from '../collections/collections.ts'
import { slotDefinitions } from './slots.ts'
import type { PanelDeclaration } from './slots.ts'

/**
 * Longest id of a panel as it stands in addresses. With the name of its remote it names a column, and saved
 * views have names of at most 100 characters (`views.ts`).
 */
const maxIdLength = 60
const isFitId = (id: string) => id.isWellFormed() && encodeURIComponent(id).length <= maxIdLength

const named = ({ slot, id }: PanelDeclaration) => `${slot} ${id}`

function fieldProblem(panel: PanelDeclaration): string | null {
  const { slot, collections, when = [] } = panel
  if (when.length > 0 && !slotDefinitions[slot].hasRecord)
    return `its panel ${named(panel)} has a condition on fields, and its slot has no record`
  for (const name of collections) {
    const declaration = findCollection(name)
    const unknown = when.find(({ field }) => declaration !== undefined && !findField(declaration, field))
    if (unknown !== undefined)
      return `its panel ${named(panel)} names the unknown field ${unknown.field} of ${name}`
  }
  return null
}

function problemOf(panel: PanelDeclaration): string | null {
  if (!isFitId(panel.id))
    return `its panel ${named(panel).slice(0, 40)} needs an id of at most ${maxIdLength} characters, as an address has it`
  const { hasCollections } = slotDefinitions[panel.slot]
  if (hasCollections && panel.collections.length === 0) return `its panel ${named(panel)} names no collection`
  if (!hasCollections && panel.collections.length > 0)
    return `its panel ${named(panel)} names collections, and its slot has none`
  return fieldProblem(panel)
}

/**
 * Two panels of one slot that stand side by side somewhere under one label, so that nobody can tell them
 * apart.
 */
export function isSameLabel(a: PanelDeclaration, b: PanelDeclaration): boolean {
  return (
    a.slot === b.slot &&
    a.label.trim().toLowerCase() === b.label.trim().toLowerCase() &&
    (!slotDefinitions[a.slot].hasCollections || a.collections.some((name) => b.collections.includes(name)))
  )
}

/**
 * Why the panels of a manifest cannot be shown, as a part of a sentence such as "it …"; null when they can.
 */
export function panelProblem(panels: readonly PanelDeclaration[]): string | null {
  for (const [index, panel] of panels.entries()) {
    const problem = problemOf(panel)
    if (problem !== null) return problem
    if (panels.slice(0, index).some((other) => isSameLabel(other, panel)))
      return `it declares more than once the label ${panel.label} in the slot ${panel.slot}`
  }
  return null
}
