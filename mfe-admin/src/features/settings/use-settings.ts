import { Configuration, configurationChanges, mergeConfigurations, withSetting } from '@portal/contract'
import type { ConfigurationChange, ConfigurationConflict, SettingPath } from '@portal/contract'
import { configurationAtom, crud, isProblem, loadConfiguration } from '@portal/shared-ui'
import { useMutation } from '@portal/shared-ui/query'
import { useAtomValue, useStore } from '@portal/shared-ui/state'
import { useState } from 'react'
import { t } from '../../texts.ts'

/** The working copy and the configuration it is based on. */
interface Copies {
  original: Configuration
  working: Configuration
}

/**
 * Somebody else saved in the meantime: their configuration merged with the user's changes, and the
 * conflicting changes.
 */
export interface SettingsConflict {
  current: Configuration
  merged: Configuration
  conflicts: readonly ConfigurationConflict[]
  others: readonly ConfigurationChange[]
  mine: readonly ConfigurationChange[]
}

export interface SettingsFailure {
  /** Worded as in specification.md 8. */
  text: string
  /** The reason as a sentence. */
  reason: string
}

export interface Settings {
  /** The displayed configuration: the working copy, or the current configuration while nothing is changed. */
  configuration: Configuration
  changes: readonly ConfigurationChange[]
  busy: 'saving' | 'resetting' | null
  failure: SettingsFailure | null
  conflict: SettingsConflict | null
  /** Whether somebody else has saved since these changes were started. */
  isBehind: boolean
  /** Invalid input by the field of its setting. Saving is blocked while there is any. */
  unfinished: ReadonlyMap<string, string>
  /** Records invalid input of a field; null when the field is valid again. */
  noteUnfinished: (field: string, typed: string | null) => void
  set: (path: SettingPath, value: unknown) => void
  save: () => void
  discard: () => void
  reset: () => void
  /** Saves over the other user's version, with these of the user's conflicting changes. */
  settle: (mine: readonly ConfigurationConflict[]) => void
  postpone: () => void
}

/** Only the version is taken from the answer to PATCH. Source: contract.md 4. */
const savedVersion = {
  parse: (result: unknown) => Configuration.shape.version.parse(Reflect.get(Object(result), 'version')),
}

const patch = async (working: Configuration): Promise<Configuration> => {
  const version = await crud({ apiPath: '/config', method: 'PATCH', body: working }, savedVersion)
  return { ...working, version }
}
const resetAll = () => crud({ apiPath: '/config/reset', method: 'POST', body: {} }, Configuration)

function conflictIn(error: unknown, { original, working }: Copies): SettingsConflict | null {
  if (!isProblem(error, 'version-conflict')) return null
  const current = Configuration.safeParse(error.problem.current).data
  if (current === undefined) return null
  return {
    current,
    ...mergeConfigurations(original, working, current),
    mine: configurationChanges(original, working),
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * The server configuration being edited: a working and an original copy, changed when they differ. Changes by
 * others show immediately while nothing is changed here, and never affect a changed working copy. Null until
 * the whole configuration has loaded. Source: specification.md 4, contract.md 4.
 */
export function useSettings(): Settings | null {
  const store = useStore()
  const inForce = Configuration.safeParse(useAtomValue(configurationAtom)).data ?? null
  const [copies, setCopies] = useState<Copies | null>(null)
  const [failure, setFailure] = useState<SettingsFailure | null>(null)
  const [conflict, setConflict] = useState<SettingsConflict | null>(null)
  const [unfinished, setUnfinished] = useState<ReadonlyMap<string, string>>(new Map())

  const taken = (config: Configuration) => {
    setCopies(null)
    setConflict(null)
    setFailure(null)
    setUnfinished(new Map())
    // The event of this change may have arrived first and loaded this version or a later one.
    if ((store.get(configurationAtom)?.version ?? 0) <= config.version) store.set(configurationAtom, config)
  }
  const save = useMutation({
    mutationFn: ({ working }: Copies) => patch(working),
    onSuccess: taken,
    onError: (error, tried) => {
      const found = conflictIn(error, tried)
      setConflict(found)
      setFailure(found === null ? { text: t('saveFailed'), reason: reasonOf(error) } : null)
    },
  })
  const reset = useMutation({
    mutationFn: resetAll,
    onSuccess: taken,
    onError: (error) => setFailure({ text: t('resetFailed'), reason: reasonOf(error) }),
  })

  if (inForce === null) return null
  const shown = copies ?? { original: inForce, working: inForce }
  const busy = save.isPending ? 'saving' : reset.isPending ? 'resetting' : null
  return {
    configuration: shown.working,
    changes: configurationChanges(shown.original, shown.working),
    busy,
    failure,
    conflict,
    isBehind: copies !== null && inForce.version > copies.original.version,
    unfinished,
    noteUnfinished: (field, typed) => {
      const others = [...unfinished].filter(([each]) => each !== field)
      setUnfinished(new Map(typed === null ? others : [...others, [field, typed]]))
    },
    set: (path, value) => {
      const working = withSetting(shown.working, path, value)
      setCopies(configurationChanges(shown.original, working).length === 0 ? null : { ...shown, working })
    },
    save: () => {
      if (copies !== null && busy === null && unfinished.size === 0) save.mutate(copies)
    },
    discard: () => {
      setCopies(null)
      setFailure(null)
      setUnfinished(new Map())
      void loadConfiguration(store)
    },
    reset: () => {
      if (busy === null) reset.mutate()
    },
    settle: (mine) => {
      if (conflict === null) return
      const working = mine.reduce(
        (config, each) => withSetting(config, each.path, each.mine),
        conflict.merged,
      )
      const next = { original: conflict.current, working }
      setConflict(null)
      if (configurationChanges(next.original, working).length === 0) return taken(conflict.current)
      setCopies(next)
      save.mutate(next)
    },
    postpone: () => setConflict(null),
  }
}
