import { fieldFinder, invalid, parseFilter, parseSort } from '@portal/contract'
import type { Actor, Declaration, SavedView } from '@portal/contract'

type State = Omit<SavedView, 'pid' | 'version' | 'visibility' | 'isDefaultFor'>

/**
 * Checks that a view speaks only of fields its reader may see. Throws 400 naming the place of an unknown or hidden field, of a wrong
 * filter and of a field that cannot be sorted or grouped by.
 */
export function checkViewFields(declaration: Declaration, actor: Pick<Actor, 'role'>, state: State): void {
  const find = fieldFinder(declaration, actor)
  const names = { hide: state.hide, group: state.group, order: state.order, widths: Object.keys(state.widths ?? {}) }
  for (const [part, fields] of Object.entries(names)) {
    for (const name of fields ?? []) {
      const declared = find(name)
      if (declared === undefined) throw invalid(`body.${part}`, 'unknown-field', `body.${part}: there is no field ${name}`)
      if (part === 'group' && (declared.type === 'json' || declared.type === 'list')) {
        throw invalid('body.group', 'wrong-type', `body.group: ${name} cannot be grouped by`)
      }
    }
  }
  parseFilter(state.filters, find, state.match, 'body.filters')
  parseSort(state.sort ?? '', find, 'body.sort')
}

/** Can this reader use the view? One made by staff may speak of fields that clients do not see. */
export function isReadableView(declaration: Declaration, actor: Pick<Actor, 'role'>, state: State): boolean {
  try {
    checkViewFields(declaration, actor, state)
    return true
  } catch {
    return false
  }
}
