import type { Field } from '../collections/field.ts'
import { foldHeader } from './import-mapping.ts'

/** Does the cell say a code itself or its label, so that nothing had to be guessed? */
export function statesCode(declared: Field, cell: string): boolean {
  const word = foldHeader(cell)
  return (declared.options ?? []).some(
    ({ code, label }) => code === cell || foldHeader(code) === word || foldHeader(label) === word,
  )
}

/** May the cells of this field be mapped one by one on screen: is it a choice or a reference? */
export function isMappedByCell(declared: Field): boolean {
  return declared.type === 'enum' || (declared.type === 'ref' && declared.to !== 'files')
}
