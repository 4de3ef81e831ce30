import { isStaff } from '@portal/contract'
import type { Actor, Declaration, DrawerTab } from '@portal/contract'
import type { PanelOffer } from '../../../portal/shell-api.ts'
import { assignFields, relationFields } from '../people-and-relations.ts'

/** A tab of the drawer: one of ours, or a panel of another remote. */
export interface RecordTab {
  label: string
  offer: PanelOffer | null
}

/** Id of a tab's element, by which its panel is named. */
export const tabIdOf = ({ label }: RecordTab) => `record-tab-${label.toLowerCase().replaceAll(' ', '-')}`

const ours: Partial<Record<DrawerTab, (declaration: Declaration, actor: Actor) => boolean>> = {
  Details: () => true,
  Notes: () => true,
  History: () => true,
  'Related records': () => true,
  // Clients assign nobody: who approved for them stands where they approve.
  Assign: (declaration, actor) => isStaff(actor.role) && assignFields(declaration, actor).length > 0,
  Relation: (declaration, actor) => relationFields(declaration, actor).length > 0,
}

/**
 * The tabs that apply to a collection for this viewer, in the declaration's order; panels it does not name
 * come last.
 */
export function tabsOf(declaration: Declaration, actor: Actor, offers: readonly PanelOffer[]): RecordTab[] {
  const named = declaration.tabs.flatMap((label): RecordTab[] => {
    const offer = offers.find(({ panel }) => panel.label === label)
    if (offer !== undefined) return [{ label, offer }]
    return ours[label]?.(declaration, actor) === true ? [{ label, offer: null }] : []
  })
  const others = offers.filter(({ panel }) => !declaration.tabs.some((label) => label === panel.label))
  return [...named, ...others.map((offer) => ({ label: offer.panel.label, offer }))]
}
