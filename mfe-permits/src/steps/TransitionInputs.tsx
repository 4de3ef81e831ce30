import type { AvailableTransition, Declaration, TransitionInput } from '@portal/contract'
import { DayField, MenuItem, TextField } from '@portal/shared-ui/mui'
import { isIssuanceInput } from './IssuanceInputs.tsx'
import { t } from './texts.ts'

/** What the inputs are called; `blank` is the choice of no value. */
const inputTexts: Readonly<Record<string, { label: () => string; blank?: () => string }>> = {
  holdReason: { label: () => t('holdReason'), blank: () => t('holdNone') },
  confirmationNo: { label: () => t('confirmationNo') },
  method: { label: () => t('method'), blank: () => t('methodUnknown') },
  reference: { label: () => t('reference') },
  paidOn: { label: () => t('paidOn') },
  certificateExpiry: { label: () => t('certificateExpiry') },
}

/** Entered values by the names of the inputs. */
export type InputValues = Readonly<Record<string, string>>

/** The declared inputs that are single fields. Those of an issued permit form one group of their own. */
const fieldsOf = ({ inputs = [] }: Pick<AvailableTransition, 'inputs'>): TransitionInput[] =>
  inputs.filter(({ name }) => !isIssuanceInput(name))

export function defaultValues(step: Pick<AvailableTransition, 'inputs'>): InputValues {
  return Object.fromEntries(fieldsOf(step).map(({ name, value }) => [name, value ?? '']))
}

/** Whether a required input has no value. */
export function isInputMissing(step: Pick<AvailableTransition, 'inputs'>, values: InputValues): boolean {
  return fieldsOf(step).some(({ name, required }) => required && (values[name] ?? '').trim() === '')
}

/** The name of the first required input that has no value; undefined if there is none. */
export function firstMissing(
  step: Pick<AvailableTransition, 'inputs'>,
  values: InputValues,
): string | undefined {
  return fieldsOf(step).find((input) => isInputMissing({ inputs: [input] }, values))?.name
}

/** The values to send, without the empty ones. */
export function filledValues(values: InputValues): InputValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  )
}

export interface TransitionInputsProps {
  step: AvailableTransition
  /** Names the options of inputs that are fields of the record. */
  declaration: Declaration | undefined
  values: InputValues
  isTried: boolean
  /** The name of the input that has the focus at first. */
  focused: string | undefined
  onChange: (values: InputValues) => void
}

/** The inputs that a transition declares, in its order. */
export function TransitionInputs({
  step,
  declaration,
  values,
  isTried,
  focused,
  onChange,
}: TransitionInputsProps) {
  return fieldsOf(step).map((input) => {
    const { name, type, required } = input
    const texts = inputTexts[name]
    const value = values[name] ?? ''
    const change = (entered: string) => onChange({ ...values, [name]: entered })
    const field = {
      label: texts?.label() ?? name,
      value,
      required,
      error: isTried && isInputMissing({ inputs: [input] }, values),
      autoFocus: name === focused,
    }
    switch (type) {
      case 'date':
        return <DayField key={name} {...field} onChange={change} />
      case 'enum':
        return (
          <TextField key={name} select {...field} onChange={({ target }) => change(target.value)}>
            {!required && <MenuItem value="">{texts?.blank?.() ?? ''}</MenuItem>}
            {(declaration?.fields[name]?.options ?? []).map(({ code, label }) => (
              <MenuItem key={code} value={code}>
                {label}
              </MenuItem>
            ))}
          </TextField>
        )
      case 'text':
        return (
          <TextField
            key={name}
            {...field}
            onChange={({ target }) => change(target.value)}
            slotProps={{ htmlInput: { maxLength: 100 } }}
          />
        )
    }
  })
}
