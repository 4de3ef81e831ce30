import { labelOfCode } from '../collections/field.ts'
import { joined, phrase } from '../sentence.ts'
import type { Sayable } from '../sentence.ts'
import { unmet } from './blockers.ts'
import type { Unmet } from './blockers.ts'
import type { GuardContext } from './machine.ts'

/** Blocks a package that lacks documents which its permit asks for since the package was ready. */
export function lateDocumentsLacking({
  lateDocuments,
  library,
}: Pick<GuardContext, 'lateDocuments' | 'library'>): Unmet[] {
  if (lateDocuments.length === 0) return []
  const nameOf = (code: string): Sayable => {
    const { label = labelOfCode(code), labelEs = '' } =
      library.documentTypes.find((type) => type.code === code) ?? {}
    return labelEs === '' ? label : { en: label, es: labelEs }
  }
  return [
    unmet(
      'documents-asked-since',
      phrase('The permit changed and now also needs: {{documents}}. Reopen the package to add them.', {
        documents: joined(
          lateDocuments.map((code) => nameOf(code)),
          ', ',
        ),
      }),
      'Documents',
      { documents: lateDocuments.join(', ') },
    ),
  ]
}
