import type { Language } from '@portal/contract'
import { labelsEs } from '@portal/contract/spanish'

/** A label in a language. `labelEs` is the Spanish label an administrator wrote, if any. */
export const labelIn = (language: Language, label: string, labelEs = ''): string => {
  if (language === 'en') return label
  return labelEs === '' ? (labelsEs[label] ?? label) : labelEs
}
