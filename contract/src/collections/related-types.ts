import type { Option } from './field.ts'
import { collectionNames, labelOfCollection } from './names.ts'

/** Labels for the type of a related record: the collections by their codes. */
export const relatedTypes: readonly Option[] = collectionNames.map((code) => ({
  code,
  label: labelOfCollection(code, 'one'),
}))
