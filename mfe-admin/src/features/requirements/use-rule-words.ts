import { ruleFields } from '@portal/contract'
import type { Field } from '@portal/contract'
import { currencyAtom, useLibraryLabels, usePermitLibrary } from '@portal/shared-ui'
import type { LibraryLabels } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'

/** What the texts about rules take names and numbers from. */
export interface RuleWords extends LibraryLabels {
  /** The fields that rules can name. */
  fields: ReadonlyMap<string, Field>
  currency: string
}

export function useRuleWords(): RuleWords {
  const labels = useLibraryLabels()
  const library = usePermitLibrary()
  const currency = useAtomValue(currencyAtom)
  return { ...labels, fields: ruleFields(library), currency }
}
