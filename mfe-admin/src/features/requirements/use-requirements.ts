import {
  RequirementsSettings,
  checkRequirements,
  collections,
  requirementChanges,
  ruleKey,
} from '@portal/contract'
import type {
  LibraryCondition,
  MapProblem,
  RequirementChange,
  RequirementRule,
  Requirements,
} from '@portal/contract'
import { addToastAtom, crud, isProblem, listShape } from '@portal/shared-ui'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useSetAtom } from '@portal/shared-ui/state'
import { useState } from 'react'
import { t } from './texts.ts'

const path = 'requirements'
const settingsKey = [path, 'settings'] as const

/** The working copy, and the version it is based on. */
interface Working {
  version: number
  requirements: Requirements
}

type Change =
  | { kind: 'saved' | 'discarded'; version: number; requirements: Requirements | null }
  | { kind: 'published'; version: number; note: string }
  | { kind: 'reverted'; version: number; to: number; note: string }

function send(change: Change): Promise<RequirementsSettings> {
  const { kind, ...body } = change
  if (kind === 'published')
    return crud({ apiPath: `/${path}/publish`, method: 'POST', body }, RequirementsSettings)
  if (kind === 'reverted')
    return crud({ apiPath: `/${path}/revert`, method: 'POST', body }, RequirementsSettings)
  return crud({ apiPath: `/${path}`, method: 'PATCH', body }, RequirementsSettings)
}

/** An agency as rules name it. */
export interface Agency {
  shortCode: string
  name: string
  region: string | null
  portalLink: string | null
}

const maxAgencies = 500
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

export const agenciesQuery = queryOptions({
  queryKey: ['records', 'authorities', 'of-requirements'],
  queryFn: async ({ signal }): Promise<Agency[]> => {
    const { records } = await crud(
      { apiPath: '/authorities', method: 'GET', query: { pageSize: maxAgencies, sort: 'name' } },
      listShape(collections.authorities),
      { signal },
    )
    return records.map((record) => ({
      shortCode: textOf(record['shortCode']) ?? '',
      name: textOf(record['name']) ?? '',
      region: textOf(record['region']),
      portalLink: textOf(record['portalLink']),
    }))
  },
})

export interface RequirementsEditing {
  settings: RequirementsSettings
  /** The displayed requirements: the working copy, else the draft, else those in force. */
  requirements: Requirements
  agencies: readonly Agency[]
  /** Unsaved changes. */
  unsaved: readonly RequirementChange[]
  problems: readonly MapProblem[]
  isBusy: boolean
  failure: string | null
  /** Somebody else changed the requirements in the meantime. */
  isConflict: boolean
  /** Replaces the rule with that key, or adds one. */
  putRule: (rule: RequirementRule, key: string | null) => void
  removeRule: (key: string) => void
  putCondition: (condition: LibraryCondition, isForClients: boolean) => void
  removeCondition: (code: string) => void
  replace: (requirements: Requirements) => void
  save: () => void
  forget: () => void
  discardDraft: () => void
  publish: (note: string) => void
  revert: (to: number, note: string) => void
  overwriteRemote: () => void
}

const without = (codes: readonly string[], code: string) => codes.filter((each) => each !== code)

function withRule(known: Requirements, rule: RequirementRule, key: string | null): Requirements {
  const at = key === null ? -1 : known.rules.findIndex((each) => ruleKey(each) === key)
  return { ...known, rules: at < 0 ? [...known.rules, rule] : known.rules.with(at, rule) }
}

function withCondition(
  known: Requirements,
  condition: LibraryCondition,
  isForClients: boolean,
): Requirements {
  const { code } = condition
  const at = known.conditions.findIndex((each) => each.code === code)
  const isListed = known.clientConditions.includes(code)
  return {
    ...known,
    conditions: at < 0 ? [...known.conditions, condition] : known.conditions.with(at, condition),
    clientConditions:
      isListed === isForClients
        ? known.clientConditions
        : isForClients
          ? [...known.clientConditions, code]
          : without(known.clientConditions, code),
  }
}

function withoutCondition(known: Requirements, code: string): Requirements {
  return {
    conditions: known.conditions.filter((each) => each.code !== code),
    clientConditions: without(known.clientConditions, code),
    rules: known.rules.map((rule) => ({ ...rule, conditions: without(rule.conditions, code) })),
  }
}

/** The requirements being edited. Changes by others never affect a working copy. */
export function useRequirements() {
  const client = useQueryClient()
  const toast = useSetAtom(addToastAtom)
  const [working, setWorking] = useState<Working | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isConflict, setConflict] = useState(false)
  const query = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => crud({ apiPath: `/${path}`, method: 'GET' }, RequirementsSettings, { signal }),
  })
  const agencies = useQuery(agenciesQuery)
  const forget = () => {
    setWorking(null)
    setFailure(null)
    setConflict(false)
  }
  const change = useMutation({
    mutationFn: send,
    onSuccess: (settings, { kind }) => {
      client.setQueryData(settingsKey, settings)
      forget()
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
  if (settings === undefined || agencies.data === undefined) {
    const retry = () => {
      void query.refetch()
      void agencies.refetch()
    }
    return { editing: null, error: query.error ?? agencies.error, retry }
  }
  const base = settings.draft?.requirements ?? settings.requirements
  const shown: Working = working ?? { version: settings.version, requirements: base }
  const { requirements } = shown
  const replace = (next: Requirements) => setWorking({ version: shown.version, requirements: next })
  const saving = (version: number) => change.mutate({ kind: 'saved', version, requirements })
  const { version } = settings
  const editing: RequirementsEditing = {
    settings,
    requirements,
    agencies: agencies.data,
    unsaved: working === null ? [] : requirementChanges(base, requirements),
    problems: working === null ? [] : checkRequirements(requirements),
    isBusy: change.isPending,
    failure,
    isConflict,
    putRule: (rule, key) => replace(withRule(requirements, rule, key)),
    removeRule: (key) =>
      replace({ ...requirements, rules: requirements.rules.filter((rule) => ruleKey(rule) !== key) }),
    putCondition: (condition, isForClients) => replace(withCondition(requirements, condition, isForClients)),
    removeCondition: (code) => replace(withoutCondition(requirements, code)),
    replace,
    save: () => saving(shown.version),
    forget,
    discardDraft: () => change.mutate({ kind: 'discarded', version, requirements: null }),
    publish: (note) => change.mutate({ kind: 'published', version, note }),
    revert: (to, note) => change.mutate({ kind: 'reverted', version, to, note }),
    overwriteRemote: () => saving(version),
  }
  return { editing, error: null, retry: () => undefined }
}
