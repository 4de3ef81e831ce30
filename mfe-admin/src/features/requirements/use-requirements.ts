import { RequirementsSettings, checkRequirements, requirementChanges, ruleKey } from '@portal/contract'
import type { LibraryCondition, RequirementChange, RequirementRule, Requirements } from '@portal/contract'
import { formatDay, usePermitLibrary } from '@portal/shared-ui'
import { useQuery } from '@portal/shared-ui/query'
import { agenciesQuery } from '../../parts/agencies.queries.ts'
import type { Agency } from '../../parts/agencies.queries.ts'
import type { DraftEditing } from '../../parts/DraftFooter.tsx'
import { useDraft } from '../../parts/use-draft.ts'
import type { Draft } from '../../parts/use-draft.ts'
import { t } from './texts.ts'

interface Content {
  requirements: Requirements
}

export interface RequirementsEditing
  extends DraftEditing, Pick<Draft<RequirementsSettings, Content>, 'settings' | 'discardDraft'> {
  /** The displayed requirements: the working copy, else the draft, else those in force. */
  requirements: Requirements
  agencies: readonly Agency[]
  /** Unsaved changes. */
  unsaved: readonly RequirementChange[]
  /** Replaces the rule with that key, or adds one. */
  putRule: (rule: RequirementRule, key: string | null) => void
  removeRule: (key: string) => void
  putCondition: (condition: LibraryCondition, isForClients: boolean) => void
  removeCondition: (code: string) => void
  replace: (requirements: Requirements) => void
  /** Publishes the draft: at once, or from the beginning of a later day. */
  publish: (note: string, from: string | null) => Promise<void>
  revert: (to: number, note: string) => Promise<void>
  /** Takes a scheduled publication back; `draft` says what becomes of the draft that there is. */
  withdraw: (id: number, draft: 'keep' | 'replace' | undefined) => Promise<void>
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

/** The requirements being edited. */
export function useRequirements() {
  const { draft, error, retry } = useDraft<RequirementsSettings, Content>({
    path: 'requirements',
    schema: RequirementsSettings,
    contentOf: (settings) => ({ requirements: settings.draft?.requirements ?? settings.requirements }),
    empty: { requirements: null },
    t,
  })
  const agencies = useQuery(agenciesQuery)
  const library = usePermitLibrary()
  if (draft === null || agencies.data === undefined) {
    const retryBoth = () => {
      retry()
      void agencies.refetch()
    }
    return { editing: null, error: error ?? agencies.error, retry: retryBoth }
  }
  const { requirements } = draft.content
  const replace = (next: Requirements) => draft.replace({ requirements: next })
  const editing: RequirementsEditing = {
    ...draft,
    requirements,
    agencies: agencies.data,
    unsaved: draft.isEdited ? requirementChanges(draft.base.requirements, requirements) : [],
    problems: draft.isEdited ? checkRequirements(requirements, library) : [],
    putRule: (rule, key) => replace(withRule(requirements, rule, key)),
    removeRule: (key) =>
      replace({ ...requirements, rules: requirements.rules.filter((rule) => ruleKey(rule) !== key) }),
    putCondition: (condition, isForClients) => replace(withCondition(requirements, condition, isForClients)),
    removeCondition: (code) => replace(withoutCondition(requirements, code)),
    replace,
    publish: (note, from) =>
      draft.post(
        '/publish',
        { note, ...(from !== null && { from }) },
        from === null ? t('published') : t('scheduled', { day: formatDay(from) }),
      ),
    withdraw: (id, kept) =>
      draft.post('/withdraw', { id, ...(kept !== undefined && { draft: kept }) }, t('withdrawn')),
  }
  return { editing, error: null, retry }
}
