import type { Field } from '../collections/field.ts'
import { foldHeader } from './import-mapping.ts'
import type { LabelTranslations } from './import-mapping.ts'

/** Whether the cell contains a code or its label exactly, so that no guess is needed. */
export function statesCode(declared: Field, cell: string, translations: LabelTranslations = {}): boolean {
  const word = foldHeader(cell)
  return (declared.options ?? []).some(({ code, label, labelEs }) =>
    [code, label, translations[label], labelEs].some(
      (name = '') => name === cell || (name !== '' && foldHeader(name) === word),
    ),
  )
}

/** Whether the cells of this field can be mapped individually on screen: a coded field or a reference. */
export function isMappedByCell(declared: Field): boolean {
  return declared.type === 'enum' || (declared.type === 'ref' && declared.to !== 'files')
}
