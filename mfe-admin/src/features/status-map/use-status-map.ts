import { StatusMapSettings, checkStatusMap, statusMapChanges, toStatuses } from '@portal/contract'
import type { MapProblem, PermitStatus, StatusMapChange } from '@portal/contract'
import { addToastAtom, configurationAtom, crud, isProblem } from '@portal/shared-ui'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useAtomValue, useSetAtom } from '@portal/shared-ui/state'
import { useState } from 'react'
import { t } from './texts.ts'

const path = 'permit-status-map'
const settingsKey = [path, 'settings'] as const

/** The working copy: statuses, targets for permits of removed ones, and the version it is based on. */
interface Working {
  version: number
  statuses: readonly PermitStatus[]
  remap: Readonly<Record<string, string>>
}

type Change =
  | {
      kind: 'saved' | 'discarded'
      version: number
      statuses: readonly PermitStatus[] | null
      remap: Readonly<Record<string, string>>
    }
  | { kind: 'published'; version: number; note: string }
  | { kind: 'reverted'; version: number; to: number; note: string; remap: Readonly<Record<string, string>> }

function send(change: Change): Promise<StatusMapSettings> {
  const { kind, ...body } = change
  if (kind === 'published')
    return crud({ apiPath: `/${path}/publish`, method: 'POST', body }, StatusMapSettings)
  if (kind === 'reverted')
    return crud({ apiPath: `/${path}/revert`, method: 'POST', body }, StatusMapSettings)
  return crud({ apiPath: `/${path}`, method: 'PATCH', body }, StatusMapSettings)
}

export interface StatusMapEditing {
  settings: StatusMapSettings
  /** The displayed statuses: the working copy, else the draft, else the active map. */
  statuses: readonly PermitStatus[]
  remap: Readonly<Record<string, string>>
  /** Unsaved changes. */
  unsaved: readonly StatusMapChange[]
  problems: readonly MapProblem[]
  isBusy: boolean
  failure: string | null
  /** Somebody else changed the map in the meantime. */
  isConflict: boolean
  put: (status: PermitStatus) => void
  remove: (key: string, to: string | null) => void
  save: () => void
  forget: () => void
  discardDraft: () => void
  publish: (note: string) => void
  revert: (to: number, note: string, remap: Readonly<Record<string, string>>) => void
  overwriteRemote: () => void
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

/**
 * The permit status map being edited. Changes by others show immediately while nothing is edited here, and
 * never affect a working copy.
 */
export function useStatusMap() {
  const client = useQueryClient()
  const version = useAtomValue(configurationAtom)?.version
  const toast = useSetAtom(addToastAtom)
  const [working, setWorking] = useState<Working | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isConflict, setConflict] = useState(false)
  // A publication raises the configuration version, which every page is informed of.
  const query = useQuery({
    queryKey: [...settingsKey, version],
    queryFn: ({ signal }) => crud({ apiPath: `/${path}`, method: 'GET' }, StatusMapSettings, { signal }),
    placeholderData: keepPreviousData,
  })
  const change = useMutation({
    mutationFn: send,
    onSuccess: (settings, { kind }) => {
      client.setQueriesData({ queryKey: settingsKey }, settings)
      setWorking(null)
      setFailure(null)
      setConflict(false)
      toast({ title: t(kind) })
    },
    onError: async (error) => {
      const isBehind = isProblem(error, 'version-conflict')
      setConflict(isBehind)
      setFailure(isBehind ? t('conflict') : error.message)
      if (isBehind) await client.invalidateQueries({ queryKey: settingsKey })
    },
  })

  const settings = query.data
  if (settings === undefined) return { editing: null, error: query.error, retry: () => void query.refetch() }
  const base = settings.draft?.statuses ?? settings.statuses
  const shown: Working = working ?? {
    version: settings.version,
    statuses: base,
    remap: settings.draft?.remap ?? {},
  }
  const keep = (statuses: readonly PermitStatus[], remap: Working['remap']) =>
    setWorking({ version: shown.version, statuses, remap })
  const forget = () => {
    setWorking(null)
    setFailure(null)
    setConflict(false)
  }
  const saving = (from: number) =>
    change.mutate({ kind: 'saved', version: from, statuses: shown.statuses, remap: shown.remap })
  const editing: StatusMapEditing = {
    settings,
    statuses: shown.statuses,
    remap: shown.remap,
    unsaved: working === null ? [] : statusMapChanges(base, working.statuses),
    problems: working === null ? [] : checkStatusMap(working.statuses),
    isBusy: change.isPending,
    failure,
    isConflict,
    put: (status) => keep(withStatus(shown.statuses, status), shown.remap),
    remove: (key, to) =>
      keep(withoutStatus(shown.statuses, key), to === null ? shown.remap : { ...shown.remap, [key]: to }),
    save: () => saving(shown.version),
    forget,
    discardDraft: () =>
      change.mutate({ kind: 'discarded', version: settings.version, statuses: null, remap: {} }),
    publish: (note) => change.mutate({ kind: 'published', version: settings.version, note }),
    revert: (to, note, remap) =>
      change.mutate({ kind: 'reverted', version: settings.version, to, note, remap }),
    overwriteRemote: () => saving(settings.version),
  }
  return { editing, error: null, retry: () => undefined }
}
