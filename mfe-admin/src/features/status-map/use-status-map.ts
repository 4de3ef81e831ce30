import { StatusMapSettings, checkStatusMap, statusMapChanges, toStatuses } from '@portal/contract'
import type { PermitStatus, StatusMapChange } from '@portal/contract'
import { configurationAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import type { DraftEditing } from '../../parts/DraftFooter.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import type { Draft } from '../../parts/use-draft.ts'
import { t } from './texts.ts'

type Remap = Readonly<Record<string, string>>

interface Content {
  statuses: readonly PermitStatus[]
  /** Targets for the permits of removed statuses. */
  remap: Remap
}

export interface StatusMapEditing
  extends DraftEditing, Pick<Draft<StatusMapSettings, Content>, 'settings' | 'discardDraft' | 'publish'> {
  /** The displayed statuses: the working copy, else the draft, else the active map. */
  statuses: readonly PermitStatus[]
  remap: Remap
  /** Unsaved changes. */
  unsaved: readonly StatusMapChange[]
  put: (status: PermitStatus) => void
  remove: (key: string, to: string | null) => void
  revert: (to: number, note: string, remap: Remap) => Promise<void>
}

/** Replaces a status in the list, or adds a new one in its order. */
function withStatus(statuses: readonly PermitStatus[], status: PermitStatus): PermitStatus[] {
  const others = statuses.filter(({ key }) => key !== status.key)
  const list = [...others.slice(0, status.order), status, ...others.slice(status.order)]
  return toStatuses(list.map((each, order) => ({ ...each, order })))
}

/** Removes a status and the transitions to it. */
function withoutStatus(statuses: readonly PermitStatus[], key: string): PermitStatus[] {
  const left = statuses
    .filter((status) => status.key !== key)
    .map((status) => ({ ...status, next: status.next.filter(({ to }) => to !== key) }))
  return toStatuses(left)
}

/** The permit status map being edited. */
export function useStatusMap() {
  // A publication raises the configuration version, which every page is informed of.
  const revision = useAtomValue(configurationAtom)?.version
  const { draft, error, retry } = useDraft<StatusMapSettings, Content>({
    path: 'permit-status-map',
    schema: StatusMapSettings,
    revision,
    contentOf: ({ draft: saved, statuses }) => ({
      statuses: saved?.statuses ?? statuses,
      remap: saved?.remap ?? {},
    }),
    empty: { statuses: null, remap: {} },
    t,
  })
  if (draft === null) return { editing: null, error, retry }
  const { statuses, remap } = draft.content
  const editing: StatusMapEditing = {
    ...draft,
    statuses,
    remap,
    unsaved: draft.isEdited ? statusMapChanges(draft.base.statuses, statuses) : [],
    problems: draft.isEdited ? checkStatusMap(statuses) : [],
    put: (status) => draft.replace({ statuses: withStatus(statuses, status), remap }),
    remove: (key, to) =>
      draft.replace({
        statuses: withoutStatus(statuses, key),
        remap: to === null ? remap : { ...remap, [key]: to },
      }),
    revert: (to, note, targets) => draft.revert(to, note, { remap: targets }),
  }
  return { editing, error: null, retry }
}
