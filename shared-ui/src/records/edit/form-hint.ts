import { useQueries } from '@tanstack/react-query'
import { compareWithPattern, findCollection } from '@portal/contract'
import type { Field } from '@portal/contract'
import { isReference } from '../declaration/is-reference.ts'
import { recordQuery } from '../list/record-queries.ts'
import { t } from './texts.ts'

/** What stands below a value while it is typed. */
export interface FormHint {
  text: string
  /** The value has another form. It can be saved all the same. */
  isWarning: boolean
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/**
 * Says how a value compares with the form that the record `of` has for it (`formOf` of its field): as it is
 * typed, or when its input is left (`isDone`), from when on the beginning of a value is no value. Nothing if
 * the field has no such form, or the record is not known yet.
 */
export function useFormHint(
  { formOf }: Pick<Field, 'formOf'>,
  of: unknown,
): (value: string, isDone?: boolean) => FormHint | undefined {
  const declaration = formOf && findCollection(formOf.collection)
  const [asked] = useQueries({
    queries: [of]
      .filter(isReference)
      .flatMap(({ pid }) => (declaration === undefined ? [] : [recordQuery(declaration, pid)])),
  })
  const data = asked?.data
  if (formOf === undefined || declaration === undefined || data === undefined) return () => undefined
  const [pattern, example] = [textOf(data[formOf.pattern]), textOf(data[formOf.example])]
  if (example === '') return () => undefined
  const title = textOf(data[declaration.titleField])
  const differs = { text: t('formDiffers', { title, example }), isWarning: true }
  return (value, isDone = false) => {
    switch (compareWithPattern(pattern, value.trim())) {
      case 'fits':
        return { text: t('forExample', { example }), isWarning: false }
      case 'begins':
        return isDone ? differs : { text: t('formBegins', { example }), isWarning: false }
      case 'differs':
        return differs
    }
  }
}

/** The color of the hint, for an input that has its own helper text. */
export const hintSlots = (hint: FormHint | undefined) =>
  hint?.isWarning === true ? { formHelperText: { sx: { color: 'warning.main' } } } : {}
