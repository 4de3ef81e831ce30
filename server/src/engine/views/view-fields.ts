import { fieldFinder, invalid, isRemoteColumnName, parseFilter, parseSort, phrase } from '@portal/contract'
import type { Actor, Declaration, SavedView } from '@portal/contract'

type State = Omit<SavedView, 'pid' | 'version' | 'visibility' | 'isDefaultFor'>

/** Parts of a view that arrange columns, also those of remotes, which the server does not know. */
const arranging = ['hide', 'order', 'widths']

/**
 * Checks that a view only uses fields its reader may see. Throws 400 naming the place of an unknown or hidden
 * field, an invalid filter, or a field that cannot be sorted or grouped by.
 */
export function checkViewFields(declaration: Declaration, actor: Pick<Actor, 'role'>, state: State): void {
  const find = fieldFinder(declaration, actor)
  const names = {
    hide: state.hide,
    group: state.group,
    order: state.order,
    widths: Object.keys(state.widths ?? {}),
  }
  for (const [part, fields] of Object.entries(names)) {
    for (const name of fields ?? []) {
      if (arranging.includes(part) && isRemoteColumnName(name)) continue
      const declared = find(name)
      if (declared === undefined)
        throw invalid(
          `body.${part}`,
          'unknown-field',
          phrase('body.{{part}}: there is no field {{name}}', { part, name }),
        )
      if (part === 'group' && (declared.type === 'json' || declared.type === 'list')) {
        throw invalid(
          'body.group',
          'wrong-type',
          phrase('body.group: {{name}} cannot be grouped by', { name }),
        )
      }
    }
  }
  parseFilter(state.filters, find, state.match, 'body.filters')
  parseSort(state.sort ?? '', find, 'body.sort')
}

/**
 * A filter without its conditions on fields for which `isGone` is true; groups without conditions are
 * removed.
 */
function filterWithout(filter: unknown, isGone: (name: string) => boolean): unknown {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return filter
  const kept = Object.entries(filter).flatMap(([name, condition]: [string, unknown]): [string, unknown][] => {
    if ((name !== 'and' && name !== 'or') || !Array.isArray(condition))
      return isGone(name) ? [] : [[name, condition]]
    const members = condition
      .map((each) => filterWithout(each, isGone))
      .filter((each) => JSON.stringify(each) !== '{}')
    return members.length === 0 ? [] : [[name, members]]
  })
  return Object.fromEntries(kept)
}

/**
 * A view without removed added fields. The stored view keeps them, so that they apply again once the fields
 * are restored.
 */
export function withoutRemovedFields<V extends State>(declaration: Declaration, view: V): V {
  const isGone = (name: string) => name.startsWith('custom.') && declaration.added?.[name] === undefined
  const list = (names: readonly string[] | undefined) => names?.filter((name) => !isGone(name))
  const { filters, sort, hide, group, order, widths } = view
  return {
    ...view,
    ...(filters !== undefined && {
      filters: Object.fromEntries(Object.entries(filterWithout(filters, isGone) ?? {})),
    }),
    ...(sort !== undefined && {
      sort: sort
        .split(',')
        .filter((part) => !isGone(part.trim().replace(/^-/, '')))
        .join(','),
    }),
    ...(hide !== undefined && { hide: list(hide) }),
    ...(group !== undefined && { group: list(group) }),
    ...(order !== undefined && { order: list(order) }),
    ...(widths !== undefined && {
      widths: Object.fromEntries(Object.entries(widths).filter(([name]) => !isGone(name))),
    }),
  }
}

/** Can this reader use the view? A view of staff may use fields that clients do not see. */
export function isReadableView(declaration: Declaration, actor: Pick<Actor, 'role'>, state: State): boolean {
  try {
    checkViewFields(declaration, actor, state)
    return true
  } catch {
    return false
  }
}
