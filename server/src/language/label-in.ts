import type { Language } from '@portal/contract'
import { labelsEs } from '@portal/contract/spanish'

/** A label of the contract in a language. What an administrator wrote stays as it is. */
export const labelIn = (language: Language, label: string): string =>
  language === 'es' ? (labelsEs[label] ?? label) : label
