import { humanize, libraryOptions } from '@portal/contract'
import type { Language, PermitLibrary } from '@portal/contract'
import { labelIn } from '#platform/language/label-in.ts'

/** The name of a fee in a language. A code that the library does not have is put into words. */
export function feeName(library: PermitLibrary, code: string, language: Language): string {
  const fee = libraryOptions(library, 'fees').find((each) => each.code === code)
  return labelIn(language, fee?.label ?? humanize(code), fee?.labelEs)
}
